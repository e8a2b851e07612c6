"""Items that options cover several units' worth."""
