"""The engines that search a model: propagation, learning, linear relaxations, neighbourhoods."""
