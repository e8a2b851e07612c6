"""The engine protocol, the driver above every engine, results and progress."""
