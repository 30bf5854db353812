"""Claimlens, the review app: the frame around its pages."""

from components.frame.page import draw_frame

draw_frame().run()
