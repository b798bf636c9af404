"""Whether Karpenter calls the NodePools and EC2NodeClasses of a stack Ready; a deployment fails where it does not.

The API server accepts objects that never give a node: a subnet that does not exist, an image that was never published.
The engine runs a hook after it has created or updated an object, and the hook waits. An object that is not Ready stays
in the state, and the engine then runs no hook for it: at the end of every deployment all objects are looked at once
more, or the next `pulumi up` would call done what has failed before. Previews look at nothing.
"""

import asyncio
from collections.abc import Awaitable, Mapping

import pulumi

from .live import Api, api_from_text
from .live.becoming_ready import Key, class_of, wait_until_ready
from .live.clock import REAL
from .live.controller import controller_path, wait_for_controller
from .live.not_ready import NotReady
from .live.snapshot import NODE_CLASSES, NODE_POOLS, Document
from .rendering.unready import Place

_COLLECTIONS: Mapping[str, str] = {"NodePool": NODE_POOLS, "EC2NodeClass": NODE_CLASSES}
"""Kind: path of its objects."""


class Readiness:
    """The objects of one cluster that have to become Ready.

    Attributes:
        hooks: For the resource of each of them: they wait after it was created or changed.

    Args:
        name: Of the cluster's component.
        kubeconfig: Of the cluster; known long before the first object inside it.
        namespace: Of Karpenter's controller.
    """

    hooks: pulumi.ResourceHookBinding

    def __init__(self, name: str, kubeconfig: pulumi.Output[str], namespace: str) -> None:
        self._kubeconfig = kubeconfig
        self._namespace = namespace
        self._places: dict[Key, Place] = {}
        self._expected: dict[Key, pulumi.CustomResource] = {}
        self._api: Api | None = None
        self._has_failed = False
        hook = pulumi.ResourceHook(f"{name}-ready", self._wait)
        self.hooks = pulumi.ResourceHookBinding(after_create=[hook], after_update=[hook])

    def expect(self, resource: pulumi.CustomResource, document: Document, place: Place) -> None:
        """Takes a NodePool or EC2NodeClass that has the hooks; the class of a pool comes first.

        Args:
            resource: As registered.
            document: The object.
            place: What it was rendered from.
        """
        self._expected[_key(document)] = resource
        self._places[_key(document)] = place

    def confirm(self, controller: pulumi.CustomResource) -> None:
        """Fails the deployment when Karpenter does not run or an object is not Ready, changed or not; call it last.

        The engine deletes after that. It costs one list for each kind, however many tenants there are, and one look at
        the controller.

        Args:
            controller: What makes the controller run.
        """
        if not pulumi.runtime.is_dry_run():
            pulumi.Output.from_input(self._confirm(controller))

    async def _confirm(self, controller: pulumi.CustomResource) -> None:
        # What a targeted deployment has left out has no id.
        if await controller.id.is_known():
            path = controller_path(self._namespace)
            await _told(wait_for_controller(self._namespace, lambda: self._get_one(path), REAL))
        there = [key for key, resource in self._expected.items() if await resource.id.is_known()]
        # What a hook has told fails the deployment already: nobody waits for it a second time.
        if there and not self._has_failed:
            await _told(wait_until_ready({key: self._places[key] for key in there}, self._list, REAL))

    async def _wait(self, args: pulumi.ResourceHookArgs) -> None:
        document = args.new_inputs or {}
        awaited = {key: self._places[key] for key in _with_its_class(document) if key in self._places}
        try:
            await _told(wait_until_ready(awaited, lambda: self._get(awaited), REAL))
        except pulumi.RunError:
            self._has_failed = True
            raise

    async def _get(self, keys: Mapping[Key, Place]) -> Mapping[Key, Document]:
        found = {key: await self._get_one(f"{_COLLECTIONS[key.kind]}/{key.name}") for key in keys}
        return {key: document for key, document in found.items() if document is not None}

    async def _get_one(self, path: str) -> Document | None:
        api = await self._connected()
        return await asyncio.to_thread(api.get, path)

    async def _list(self) -> Mapping[Key, Document]:
        api = await self._connected()
        return {
            Key(kind, document["metadata"]["name"]): {**document, "kind": kind}
            for kind, path in _COLLECTIONS.items()
            for document in await asyncio.to_thread(api.list, path)
        }

    async def _connected(self) -> Api:
        """The client blocks, and so it works in threads: the engine's other calls go on meanwhile."""
        kubeconfig = await self._kubeconfig.future()
        if self._api is None:
            self._api = await asyncio.to_thread(api_from_text, str(kubeconfig))
        return self._api


async def _told(waiting: Awaitable[None]) -> None:
    """With a text that the engine shows as it is."""
    try:
        await waiting
    except NotReady as error:
        raise pulumi.RunError(str(error)) from None


def _with_its_class(document: Document) -> tuple[Key, ...]:
    """A pool after the class that it uses: what is wrong with the class is the cause of what is wrong with the pool."""
    node_class = class_of(document)
    return (_key(document),) if node_class is None else (node_class, _key(document))


def _key(document: Document) -> Key:
    return Key(document["kind"], document["metadata"]["name"])
