"""The measured rows of section 8 of the design, one function a row."""
