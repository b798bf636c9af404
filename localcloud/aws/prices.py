"""What instance types cost: the on-demand list that Karpenter carries, and spot prices as a fraction of it.

The table is `prices.json`: USD per hour, Linux, us-east-1. It is made from Karpenter's own table by

    python -m localcloud.aws.prices <folder of the module github.com/aws/karpenter-provider-aws>

and answers Pricing's GetProducts, which moto does not have and without which Karpenter's controller does not start.

Source: karpenter-provider-aws v1.14.3, `pkg/providers/pricing/zz_generated.pricing_aws.go` (Apache-2.0).
"""

import json
import re
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

TABLE = Path(__file__).with_name("prices.json")

GO_TABLE = Path("pkg/providers/pricing/zz_generated.pricing_aws.go")

PRICED_REGION = "us-east-1"
"""Where the table's prices count; other regions get the same."""

SPOT_FRACTION = Decimal("0.35")
"""Spot instances cost about a third; one fraction keeps the order of types and leaves no type free."""


def on_demand_prices() -> dict[str, Decimal]:
    """USD per hour by instance type."""
    return {name: Decimal(price) for name, price in json.loads(TABLE.read_text())["prices"].items()}


def spot_price(on_demand: Decimal) -> Decimal:
    """USD per hour of the same type as spot."""
    return (on_demand * SPOT_FRACTION).quantize(Decimal("0.000001"))


def products(filters: list[dict[str, str]]) -> Iterator[str]:
    """The answer to GetProducts: one JSON document per type; bare metal only for the dedicated bare-metal query."""
    wanted = {entry["Field"]: entry["Value"] for entry in filters}
    bare_metal = wanted.get("productFamily") == "Compute Instance (bare metal)"
    for name, price in on_demand_prices().items():
        if (".metal" in name) == bare_metal:
            yield json.dumps(_product(name, price, wanted.get("regionCode", PRICED_REGION)))


def _product(name: str, price: Decimal, region: str) -> dict[str, Any]:
    dimension = {"unit": "Hrs", "pricePerUnit": {"USD": f"{price:.10f}"}}
    return {
        "product": {"attributes": {"instanceType": name, "regionCode": region, "operatingSystem": "Linux"}},
        "terms": {"OnDemand": {f"{name}.term": {"priceDimensions": {f"{name}.term.hour": dimension}}}},
    }


def read_go_table(text: str) -> dict[str, str]:
    """The us-east-1 prices of Karpenter's generated file, in the text they are written in."""
    block = text[text.index('"us-east-1": {') :]
    block = block[: block.index("\n\t},")]
    return dict(re.findall(r'"([a-z0-9-]+\.[a-z0-9-]+)":\s*([0-9.]+)', block))


def main() -> None:
    """Write the table from the Go module given on the command line."""
    module = Path(sys.argv[1])
    prices = read_go_table((module / GO_TABLE).read_text())
    document = {"source": f"{module.name}, {GO_TABLE}, us-east-1", "prices": dict(sorted(prices.items()))}
    TABLE.write_text(json.dumps(document, indent=0) + "\n")


if __name__ == "__main__":
    main()
