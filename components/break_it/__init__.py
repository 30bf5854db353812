"""The Break it live page: change one thing in a draft or source and see which verdict turns."""
