"""Small programs that show what an exact cover can say; run one to see it."""
