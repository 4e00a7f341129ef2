"""What must hold in a release: small pure rules over its parsed files, one module per subject. No Django."""
