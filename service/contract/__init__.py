"""What can be asked and what is answered: parameters, schemas and the specification."""
