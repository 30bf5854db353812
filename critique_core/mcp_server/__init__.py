"""Claimlens for programs that speak the Model Context Protocol: four tools and the stored critiques.

The work is ``workbench``'s, which knows no protocol. ``tools`` names what of it a client may call, ``server`` puts that
behind the official SDK, and ``serving`` runs it over stdio or HTTP. Only the last two import the SDK, which the extra
``mcp`` installs.
"""
