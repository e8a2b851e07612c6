"""A server for programs that setters use: the protocol of the f-puzzles user script.

`messages` reads and writes messages, `answers` finds what they ask for, `conversation` runs one
after the other, whatever carries them, and `app` carries them by WebSocket. `admission` says who
may connect.
"""
