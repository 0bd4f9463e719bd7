"""The champion's search: alpha-beta with races, threats and the weights of its evaluation."""
