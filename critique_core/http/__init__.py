"""HTTP: a JSON endpoint that is asked, bounded, cancelled and tried again; an address that is listened on."""
