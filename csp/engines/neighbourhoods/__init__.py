"""The engine `neighbourhoods`: large-neighbourhood search for better solutions."""
