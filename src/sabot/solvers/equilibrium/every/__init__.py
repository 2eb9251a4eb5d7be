"""All equilibria of a bimatrix game: the search, its faces, and the components they form."""
