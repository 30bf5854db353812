"""Claimlens for programs that speak HTTP: critiques, sources, decisions and batches as JSON, by an OpenAPI document.

The work is ``workbench``'s. ``routes`` says what may be asked for, ``admission`` who may ask and how much, ``running``
bounds what takes long, ``problems`` gives every error its form, ``serving`` runs it all. The framework comes with the
extra ``serve``.
"""
