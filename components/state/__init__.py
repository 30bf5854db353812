"""What a session remembers: ``from components.state import inputs, keys``.

``keys`` names the widgets. The other modules read and write everything else. Streamlit forgets the value of a widget
that a page did not draw, so a value that must outlive a change of page is a widget with ``persist_state="session"`` or
an entry of one of these modules.
"""
