"""The pictures of the gallery: each function draws one."""
