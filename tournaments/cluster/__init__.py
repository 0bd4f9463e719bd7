"""Games of an event on many machines, by Dask; the faults can be imported without Dask."""
