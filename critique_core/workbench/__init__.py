"""What any caller asks of the core: a critique, a validation, sources, a decision, as values without a protocol.

``Workbench`` does the work; ``arguments`` are what it takes and ``results`` what it gives, which make the schemas of
every protocol too; ``opening`` makes one from the settings.
"""
