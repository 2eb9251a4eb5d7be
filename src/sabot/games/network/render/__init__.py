"""Networks as documents."""
