"""The server: tables that people and bots share, over HTTP and WebSocket.

Data flows one way: a request is checked, becomes events, is stored, applied and pushed.
"""
