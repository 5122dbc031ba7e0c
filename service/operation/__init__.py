"""Running the service: the server and its workers, logs and metrics."""
