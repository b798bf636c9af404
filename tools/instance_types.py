"""Writes `components/planning/instance_types.json`: the instance types that EC2's API names, by family.

Run it as `python -m tools.instance_types` after a newer botocore, whose model of EC2 it reads.
"""

import json
from datetime import UTC, datetime
from pathlib import Path

import botocore
from botocore.loaders import Loader

TARGET = Path(__file__).parents[1] / "components" / "planning" / "instance_types.json"


def families() -> dict[str, str]:
    """Family -> its sizes, parted by blanks."""
    found: dict[str, list[str]] = {}
    for name in Loader().load_service_model("ec2", "service-2")["shapes"]["InstanceType"]["enum"]:
        family, _, size = name.partition(".")
        found.setdefault(family, []).append(size)
    return {family: " ".join(sorted(sizes)) for family, sizes in sorted(found.items())}


def main() -> None:
    """Writes the file, dated today."""
    content = {
        "source": f"botocore {botocore.__version__} (Apache-2.0), EC2, enum InstanceType",
        "date": datetime.now(UTC).date().isoformat(),
        "families": families(),
    }
    TARGET.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
