"""Games of an event on many machines, by Dask; whoever has no Dask can import what is wrong."""
