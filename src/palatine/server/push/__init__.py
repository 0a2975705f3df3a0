"""Web Push: subscriptions, encryption, delivery."""
