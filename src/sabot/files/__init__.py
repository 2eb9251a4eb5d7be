"""Files that other people use: read and write."""
