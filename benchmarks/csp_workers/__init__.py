"""Programs that state and solve the same models: one for us, one for each peer.

Each runs in a process of its own; its arguments are a kind of model and its size.
"""
