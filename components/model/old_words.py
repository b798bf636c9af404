"""Words of the old APIs (v1alpha5, v1alpha1, v1beta1) and what to write today; `loading` refuses them as E007.

A word stands at the place where people write it in a tenant file. Sources: the mapping in
`aws/karpenter-provider-aws@v0.32.10:website/content/en/docs/upgrading/v1beta1-migration.md` and the v1 migration page.
"""

from dataclasses import dataclass

ALPHA = "v1alpha5"
ALPHA_TEMPLATE = "v1alpha1"
BETA = "v1beta1"


@dataclass(frozen=True, slots=True)
class OldWord:
    """One word of an old API."""

    api: str
    """The API generation that it comes from."""
    fix: str
    """What to write; `{value}` stands for the value that was written."""


PROVISIONER: dict[str, OldWord] = {
    "ttlSecondsAfterEmpty": OldWord(
        ALPHA, "write disruption: {{consolidationPolicy: WhenEmpty, consolidateAfter: {value}s}}"
    ),
    "ttlSecondsUntilExpired": OldWord(ALPHA, "write expireAfter: {value}s"),
    "consolidation": OldWord(ALPHA, "write disruption: {{consolidationPolicy: WhenEmptyOrUnderutilized}}"),
    "providerRef": OldWord(ALPHA, "write nodeClass with a key of nodeClasses"),
    "provider": OldWord(ALPHA, "write its settings under nodeClasses and their key in nodeClass"),
    "nodeTemplate": OldWord(ALPHA_TEMPLATE, "write its settings under nodeClasses and their key in nodeClass"),
    "kubeletConfiguration": OldWord(ALPHA, "write nodeClasses.<key>.kubelet"),
    "kubelet": OldWord(BETA, "write nodeClasses.<key>.kubelet"),
    "nodeClassRef": OldWord(BETA, "write nodeClass with a key of nodeClasses"),
    "template": OldWord(BETA, "write its labels, annotations, taints and requirements directly here"),
}
"""In `provisioners.<key>`."""

PROVISIONER_LIMITS: dict[str, OldWord] = {
    "resources": OldWord(ALPHA, "write its resources directly under limits"),
}
"""In `provisioners.<key>.limits`."""

DISRUPTION: dict[str, OldWord] = {
    "expireAfter": OldWord(BETA, "write expireAfter: {value} beside disruption"),
}
"""In `provisioners.<key>.disruption`."""

NODE_CLASS: dict[str, OldWord] = {
    "subnetSelector": OldWord(ALPHA_TEMPLATE, "write subnets with ids, or subnetSelectorTerms: [{{tags: {value}}}]"),
    "securityGroupSelector": OldWord(
        ALPHA_TEMPLATE, "write securityGroups with ids, or securityGroupSelectorTerms: [{{tags: {value}}}]"
    ),
    "amiSelector": OldWord(ALPHA_TEMPLATE, "write ami, or amiSelectorTerms"),
    "launchTemplate": OldWord(ALPHA_TEMPLATE, "write its settings here, launch templates have no successor"),
    "launchTemplateName": OldWord(ALPHA_TEMPLATE, "write its settings here, launch templates have no successor"),
    "kubeletConfiguration": OldWord(ALPHA, "write kubelet"),
}
"""In `nodeClasses.<key>`."""

KUBELET: dict[str, OldWord] = {
    "containerRuntime": OldWord(ALPHA, "remove it, every image runs containerd"),
}
"""In `nodeClasses.<key>.kubelet`."""

TENANT: dict[str, OldWord] = {
    "nodeTemplates": OldWord(ALPHA_TEMPLATE, "write nodeClasses"),
    "awsNodeTemplates": OldWord(ALPHA_TEMPLATE, "write nodeClasses"),
    "nodePools": OldWord(BETA, "write provisioners"),
    "providers": OldWord(ALPHA, "write nodeClasses"),
}
"""At the top of a tenant file."""


def old_word(path: tuple[str | int, ...]) -> OldWord | None:
    """The old word that the last part of the path is at this place; None where it is none."""
    match path:
        case ("provisioners", _, word):
            return PROVISIONER.get(str(word))
        case ("provisioners", _, "limits", word):
            return PROVISIONER_LIMITS.get(str(word))
        case ("provisioners", _, "disruption", word):
            return DISRUPTION.get(str(word))
        case ("nodeClasses", _, "kubelet", word):
            return KUBELET.get(str(word))
        case ("nodeClasses", _, word):
            return NODE_CLASS.get(str(word))
        case (word,):
            return TENANT.get(str(word))
        case _:
            return None
