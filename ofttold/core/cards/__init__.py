"""Card memory: what a card is, who may use it, and what a save does."""
