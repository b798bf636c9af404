"""Looks at an object before a stack gets it, in previews too: none passes to a tenant by its name alone.

Namespaces, NodePools and EC2NodeClasses are looked at. The engine runs the hook where it is about to create: what this
stack has made already is not looked at. A refusal ends the run, so the first one tells of all others that it can see.
A pool or class that a file takes over becomes the file's here, right before the engine writes it.
"""

import asyncio

import pulumi

from .live import Api, ApiError, api_from_text
from .live.becoming_ready import Key
from .live.object_owner import Claim, claim_of, others_refused, refusal
from .live.rest_paths import kind_path, object_path
from .live.snapshot import Document
from .live.taking_over import disagreement, given_up, leave_to_engine, write_spec
from .model.problem import show_path
from .rendering.unready import Place


class ObjectGuard:
    """The hooks of one cluster.

    Args:
        name: Of the cluster's component.
        kubeconfig: Of the cluster; unknown before it is made, and then there is nothing to look at.
    """

    def __init__(self, name: str, kubeconfig: pulumi.Output[str]) -> None:
        self._kubeconfig = kubeconfig
        self._connection: asyncio.Task[Api] | None = None
        self._claims: dict[Key, Claim] = {}
        self._paths: dict[str, str] = {}
        self._lists: dict[str, asyncio.Task[dict[Key, Document]]] = {}
        self._is_blind = False
        self._has_refused = False
        self._look_before = pulumi.ResourceHook(
            f"{name}-is-free", self._look, pulumi.ResourceHookOptions(on_dry_run=True)
        )
        self._own_after = pulumi.ResourceHook(f"{name}-is-taken-over", self._own)

    def of(self, document: Document, place: Place, *, taken_over: bool) -> pulumi.ResourceHookBinding:
        """Hooks for the resource of a rendered object.

        Args:
            document: The object.
            place: What it was rendered from.
            taken_over: Whether the file says `existingName`.
        """
        claim = claim_of(document, place, taken_over=taken_over)
        self._claims[claim.key] = claim
        self._paths[claim.key.kind] = kind_path(document)
        owned = taken_over and claim.key.kind != "Namespace"
        return pulumi.ResourceHookBinding(
            before_create=[self._look_before], after_create=[self._own_after] if owned else None
        )

    async def _look(self, args: pulumi.ResourceHookArgs) -> None:
        if not await self._kubeconfig.is_known():
            return
        document = args.new_inputs or {}
        claim = self._claims[Key(document["kind"], document["metadata"]["name"])]
        try:
            live = (await self._all_of(claim.key.kind)).get(claim.key)
            refused = refusal(claim, live)
            if refused is not None:
                raise pulumi.RunError(await self._told_with(refused))
            if claim.taken_over and claim.key.kind != "Namespace":
                await self._take_over(claim, live, document)
        except ApiError as error:
            self._tell_blindness(claim, error)

    async def _told_with(self, refused: str) -> str:
        """The refusal; with all others if it is the first, since others may be on their way already."""
        if self._has_refused:
            return refused
        self._has_refused = True
        live: dict[Key, Document] = {}
        for kind in self._paths:
            live |= await self._all_of(kind)
        return "\n".join(dict.fromkeys((*others_refused(self._claims.values(), live), refused)))

    async def _take_over(self, claim: Claim, live: Document | None, inputs: Document) -> None:
        place = show_path((*claim.place.path, "existingName"))
        called = f"{claim.place.whose}{place}: {claim.key.kind} {claim.key.name}"
        if live is None:
            pulumi.warn(f"{called} does not exist and is made; correct the name if another one was meant")
            return
        wanted = {word: inputs[word] for word in ("apiVersion", "kind", "metadata", "spec")}
        lost = ", ".join(given_up(live, wanted))
        api, path = await self._connected(), object_path(wanted)
        # What a deployment has yet to make is unknown in its preview, and nothing can be tried.
        if not pulumi.contains_unknowns(wanted):
            why = await asyncio.to_thread(disagreement, api, path, wanted)
            if why is not None:
                fix = f"write what it has into the file for this deployment ({lost}), or change the object"
                raise pulumi.RunError(f"{called} does not go together with the file: {why}; {fix}")
        pulumi.info(f"{called} is taken over{f', and loses what its file does not have: {lost}' if lost else ''}")
        if not pulumi.runtime.is_dry_run():
            await asyncio.to_thread(write_spec, api, path, wanted)

    async def _own(self, args: pulumi.ResourceHookArgs) -> None:
        document = args.new_inputs or {}
        api = await self._connected()
        try:
            await asyncio.to_thread(leave_to_engine, api, object_path(document))
        except ApiError as error:
            name = f"{document['kind']} {document['metadata']['name']}"
            raise pulumi.RunError(
                f"{name}: others may still own fields of it: {error}; pulumi state delete it, and repeat pulumi up"
            ) from None

    def _tell_blindness(self, claim: Claim, error: ApiError) -> None:
        if not pulumi.runtime.is_dry_run():
            name = f"{claim.key.kind} {claim.key.name}"
            raise pulumi.RunError(f"{name}: the API server could not be asked: {error}") from None
        # Reviewers read previews without access to the cluster; the deployment itself looks again.
        if not self._is_blind:
            self._is_blind = True
            pulumi.warn(f"whether namespaces, pools and classes exist already is not known here, since {error}")

    async def _all_of(self, kind: str) -> dict[Key, Document]:
        """Objects of a kind, listed once a run: the first deployment of hundreds of tenants asks for all of them."""
        if kind not in self._lists:
            self._lists[kind] = asyncio.ensure_future(self._listed(kind))
        return await self._lists[kind]

    async def _listed(self, kind: str) -> dict[Key, Document]:
        api = await self._connected()
        found = await asyncio.to_thread(api.list, self._paths[kind])
        return {Key(kind, each["metadata"]["name"]): each for each in found}

    async def _connected(self) -> Api:
        if self._connection is None:
            self._connection = asyncio.ensure_future(self._connect())
        return await self._connection

    async def _connect(self) -> Api:
        return await asyncio.to_thread(api_from_text, str(await self._kubeconfig.future()))
