"""What the pages draw with: values in, callbacks out."""
