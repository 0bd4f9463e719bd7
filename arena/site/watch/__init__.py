"""Events as spectators see them, without the pages themselves."""
