"""Programs that write the repository's generated data files; nothing of the product needs them."""
