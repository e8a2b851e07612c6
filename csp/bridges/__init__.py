"""Translations between models and exact cover problems."""
