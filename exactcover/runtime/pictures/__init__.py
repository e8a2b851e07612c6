"""The parts that all pictures share: SVG, PNG, colours, trees."""
