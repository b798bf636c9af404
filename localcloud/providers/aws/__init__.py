"""Stand-in for the provider `aws`: every resource becomes calls against the local AWS."""
