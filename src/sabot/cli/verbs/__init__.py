"""The verbs of the command line, one module for each verb or for a few verbs of one subject."""
