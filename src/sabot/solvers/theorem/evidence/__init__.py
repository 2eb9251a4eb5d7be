"""What makes a theorem checkable: needs, ranges, reasons, and verdicts at single points."""
