"""The app's work in threads. Nothing here imports Streamlit."""
