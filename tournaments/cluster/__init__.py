"""Games of an event on many machines with Dask; the faults can be imported without Dask."""
