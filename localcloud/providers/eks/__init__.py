"""Stand-in for the component provider `eks`: the same children, names and parents as pulumi-eks 4.4.

What the real one does with an AWS CLI and HTTPS is left out: the kubeconfig carries the local API server's own
credentials, and the fingerprint of the OIDC issuer is a constant.

Source: pulumi/pulumi-eks v4.4.0 (Apache-2.0), `nodejs/eks/cluster/cluster.ts`, `cluster/authenticationMode.ts`,
`servicerole.ts`, `addons/cni-addon.ts`, `nodes/nodegroup.ts`, `nodes/securitygroup.ts`.
"""
