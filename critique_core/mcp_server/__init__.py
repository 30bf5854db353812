"""Claimlens for programs that speak the Model Context Protocol: four tools and the stored critiques.

``Workbench`` does the work and knows no protocol; ``server`` puts it behind the official SDK, and ``serving`` runs that
over stdio or HTTP. Only the last two import the SDK, which the extra ``mcp`` installs.
"""
