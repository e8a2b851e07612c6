"""What all pictures are made with: SVG, PNG, colours, trees."""
