// Filled in by the first change to this target.
