"""Games with real hands as documents and pictures: equilibria, judged cuts, figures, play."""
