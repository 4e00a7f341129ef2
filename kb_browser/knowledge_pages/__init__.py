"""What the pages of the knowledge base show; templates and the API read the same values."""
