"""Where simulations run: threads, a GPU, a Dask cluster; and the checkpoints of long runs."""
