"""AWS on one machine: a moto server, seeded before it serves, with the parts of EKS and Pricing that moto lacks."""
