"""The server: tables for people and bots over HTTP and WebSocket.

Data flows one way: a command is checked, becomes events, is stored, applied and pushed to clients.
"""
