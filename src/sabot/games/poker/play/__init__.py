"""A person at the table: hand after hand, the button moving, stacks carried on."""
