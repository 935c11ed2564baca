"""Why softmax, and what else."""
