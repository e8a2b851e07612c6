"""The commands of the protocol, each a constant of the class `Command`."""
