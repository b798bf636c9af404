"""The add-ons that the component brings: kube-proxy, coredns and the VPC CNI."""

import json
from collections.abc import Mapping
from typing import Any

import pulumi
from pulumi_aws import eks

ENVIRONMENT = {
    "warmEniTarget": ("WARM_ENI_TARGET", "1"),
    "nodePortSupport": ("AWS_VPC_CNI_NODE_PORT_SUPPORT", None),
    "customNetworkConfig": ("AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG", None),
    "warmIpTarget": ("WARM_IP_TARGET", None),
    "warmPrefixTarget": ("WARM_PREFIX_TARGET", None),
    "enablePrefixDelegation": ("ENABLE_PREFIX_DELEGATION", None),
    "logLevel": ("AWS_VPC_K8S_CNI_LOGLEVEL", "DEBUG"),
    "logFile": ("AWS_VPC_K8S_CNI_LOG_FILE", "/host/var/log/aws-routed-eni/ipamd.log"),
    "vethPrefix": ("AWS_VPC_K8S_CNI_VETHPREFIX", "eni"),
    "eniMtu": ("AWS_VPC_ENI_MTU", "9001"),
    "eniConfigLabelDef": ("ENI_CONFIG_LABEL_DEF", None),
    "pluginLogLevel": ("AWS_VPC_K8S_PLUGIN_LOG_LEVEL", "DEBUG"),
    "pluginLogFile": ("AWS_VPC_K8S_PLUGIN_LOG_FILE", "/var/log/aws-routed-eni/plugin.log"),
    "enablePodEni": ("ENABLE_POD_ENI", "false"),
    "cniConfigureRpfilter": ("AWS_VPC_K8S_CNI_CONFIGURE_RPFILTER", None),
    "cniCustomNetworkCfg": ("AWS_VPC_K8S_CNI_CUSTOM_NETWORK_CFG", "false"),
    "externalSnat": ("AWS_VPC_K8S_CNI_EXTERNALSNAT", None),
    "cniExternalSnat": ("AWS_VPC_K8S_CNI_EXTERNALSNAT", "false"),
}
"""Option, variable of the CNI's container, and the value without the option (None: absent)."""


class VpcCniAddon(pulumi.ComponentResource):
    """eks:index:VpcCniAddon: the add-on with the component's options as environment of its container."""

    def __init__(
        self, name: str, cluster: eks.Cluster, options: Mapping[str, Any], tags: Any, opts: pulumi.ResourceOptions
    ) -> None:
        super().__init__("eks:index:VpcCniAddon", name, None, opts)
        create_addon(
            name,
            "vpc-cni",
            cluster,
            {**options, "version": options.get("addonVersion"), "configurationValues": _configuration(options)},
            tags,
            pulumi.ResourceOptions(parent=self),
        )
        self.register_outputs({})


def create_addon(
    name: str, addon: str, cluster: eks.Cluster, options: Mapping[str, Any], tags: Any, opts: pulumi.ResourceOptions
) -> eks.Addon:
    """One add-on, in its newest version unless one is given."""
    version = options.get("version")
    if version is None:
        version = eks.get_addon_version_output(
            addon_name=addon,
            kubernetes_version=cluster.version,
            most_recent=True,
            opts=pulumi.InvokeOptions(parent=opts.parent),
        ).version
    configuration = options.get("configurationValues")
    return eks.Addon(
        name,
        cluster_name=cluster.name,
        addon_name=addon,
        addon_version=version,
        preserve=True,
        tags=tags,
        resolve_conflicts_on_create=options.get("resolveConflictsOnCreate", "OVERWRITE"),
        resolve_conflicts_on_update=options.get("resolveConflictsOnUpdate", "OVERWRITE"),
        configuration_values=None if configuration is None else pulumi.Output.from_input(configuration).apply(_text),
        service_account_role_arn=options.get("serviceAccountRoleArn"),
        opts=opts,
    )


def _configuration(options: Mapping[str, Any]) -> pulumi.Output[dict[str, Any]]:
    return pulumi.Output.from_input(dict(options)).apply(_merged_configuration)


def _merged_configuration(options: Mapping[str, Any]) -> dict[str, Any]:
    variables: dict[str, str] = {}
    for option, (variable, default) in ENVIRONMENT.items():
        if options.get(option):
            variables[variable] = _text(options[option])
        elif default is not None:
            variables.setdefault(variable, default)
    first = {"DISABLE_TCP_EARLY_DEMUX": _text(options.get("disableTcpEarlyDemux") or False)}
    given = dict(options.get("configurationValues") or {})
    given["env"] = {**variables, **given.get("env", {})}
    given["init"] = {**given.get("init", {}), "env": {**first, **given.get("init", {}).get("env", {})}}
    if "enableNetworkPolicy" not in given and options.get("enableNetworkPolicy") is not None:
        given["enableNetworkPolicy"] = _text(options["enableNetworkPolicy"])
    return given


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)
