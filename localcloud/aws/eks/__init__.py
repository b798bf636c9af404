"""EKS as AWS behaves: moto's clusters and node groups with what they lack.

Adds access entries and policies, Pod Identity, add-ons, versions, updates, the security group that EKS makes, and the
references between them: a role, subnet or version that does not exist is refused here as it is at AWS.
"""
