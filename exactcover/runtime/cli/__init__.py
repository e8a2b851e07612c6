"""What all commands are made with: options, the console, exit codes."""
