"""The words the app shows. Nothing here imports Streamlit."""
