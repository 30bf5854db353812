"""What the app does in threads of its own. Nothing here imports Streamlit."""
