"""Looks at a namespace before a tenant gets it, in previews too: none passes to a tenant by its name alone.

The engine runs the hook where it is about to create: a namespace that this stack has made already is not looked at.
"""

import asyncio

import pulumi

from .live import Api, ApiError, api_from_text
from .live.namespace_owner import refusal
from .model.labels import TENANT_KEY
from .model.namespace import NamespaceSpec


class NamespaceGuard:
    """The hook of one cluster.

    Args:
        name: Of the cluster's component.
        kubeconfig: Of the cluster; unknown before it is made, and then there is nothing to look at.
    """

    def __init__(self, name: str, kubeconfig: pulumi.Output[str]) -> None:
        self._kubeconfig = kubeconfig
        self._connected: asyncio.Task[Api] | None = None
        options = pulumi.ResourceHookOptions(on_dry_run=True)
        self._made = pulumi.ResourceHook(f"{name}-namespace-is-free", self._look_at_made, options)
        self._taken_over = pulumi.ResourceHook(f"{name}-namespace-is-there", self._look_at_taken_over, options)

    def of(self, spec: NamespaceSpec) -> pulumi.ResourceHookBinding:
        """Hooks for the namespace of this item."""
        return pulumi.ResourceHookBinding(
            before_create=[self._made if spec.existing_name is None else self._taken_over]
        )

    async def _look_at_made(self, args: pulumi.ResourceHookArgs) -> None:
        await self._look(args, taken_over=False)

    async def _look_at_taken_over(self, args: pulumi.ResourceHookArgs) -> None:
        await self._look(args, taken_over=True)

    async def _look(self, args: pulumi.ResourceHookArgs, *, taken_over: bool) -> None:
        if not await self._kubeconfig.is_known():
            return
        metadata = (args.new_inputs or {})["metadata"]
        name, tenant = metadata["name"], metadata["labels"][TENANT_KEY]
        try:
            live = await self._get(f"/api/v1/namespaces/{name}")
        except ApiError as error:
            if not pulumi.runtime.is_dry_run():
                raise pulumi.RunError(f"namespace {name}: the API server could not be asked: {error}") from None
            # Reviewers read previews without access to the cluster; the deployment itself looks again.
            pulumi.warn(f"namespace {name}: whether it exists already is not known here, since {error}")
            return
        refused = refusal(name, tenant, live, taken_over=taken_over)
        if refused is not None:
            raise pulumi.RunError(f"tenant {tenant}: {refused}")

    async def _get(self, path: str) -> dict[str, object] | None:
        if self._connected is None:
            self._connected = asyncio.ensure_future(self._connect())
        api = await self._connected
        return await asyncio.to_thread(api.get, path)

    async def _connect(self) -> Api:
        return await asyncio.to_thread(api_from_text, str(await self._kubeconfig.future()))
