"""Spot price history: moto lists the types, the prices are a fraction of the on-demand list.

moto's own constant of 0.00001 USD makes every spot type equally free, and Karpenter's choice arbitrary.
"""

from datetime import UTC, datetime

from moto.core.responses import ActionResult
from moto.ec2.responses.spot_instances import SpotInstances

from localcloud.aws.prices import on_demand_prices, spot_price

PRICED_AT = datetime(2026, 11, 20, tzinfo=UTC)


def install() -> None:
    """Put these prices into moto; before the first request."""
    prices = on_demand_prices()

    def describe_spot_price_history(self: SpotInstances) -> ActionResult:
        offers = self.ec2_backend.describe_spot_price_history(
            self._get_param("InstanceTypes", []), self._filters_from_querystring()
        )
        history = [
            {
                "InstanceType": offer["InstanceType"],
                "ProductDescription": "Linux/UNIX",
                "SpotPrice": str(spot_price(prices[offer["InstanceType"]])),
                "AvailabilityZone": offer["Location"],
                "Timestamp": PRICED_AT,
            }
            for offer in offers
            if offer["InstanceType"] in prices
        ]
        return ActionResult({"SpotPriceHistory": history})

    SpotInstances.describe_spot_price_history = describe_spot_price_history
