"""The parts that all commands share: options, the console, exit codes."""
