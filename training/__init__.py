"""Learning the evaluation: self-play, fitting, and the weights file of the package."""
