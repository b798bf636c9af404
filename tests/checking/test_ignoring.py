"""`ignore[]`: what it silences, and what it may not."""

from tests.builders import platform, tenant
from tests.checking.builders import pool, report

SPOT = {"a": pool(capacityTypes=["spot"], weight=1), "b": pool(capacityTypes=["spot"], weight=2)}
WARNING = (
    "provisioners.{}.capacityTypes: [spot] starts nothing without AWSServiceRoleForEC2Spot;"
    " create that role once per account or add on-demand  [W140]"
)


def ignoring(*entries: dict[str, str], **words: object) -> list[str]:
    listed = [{"reason": "the role exists"} | entry for entry in entries]
    return report(platform(tenant(ignore=listed, **({"provisioners": SPOT} | words))))


def test_silences_a_warning_everywhere_in_the_tenant():
    assert ignoring({"code": "W140"}) == []


def test_silences_a_warning_at_one_path():
    assert ignoring({"code": "W140", "path": "provisioners.a"}) == [WARNING.format("b")]


def test_a_star_in_a_path_is_any_key():
    assert ignoring({"code": "W140", "path": "provisioners.*.capacityTypes"}) == []
    assert ignoring({"code": "W140", "path": 'provisioners["*"]'}) == []


def test_a_path_does_not_silence_what_only_begins_like_it():
    assert ignoring({"code": "W140", "path": "provisioners.a.capacity"}) == [
        WARNING.format("a"),
        WARNING.format("b"),
        "ignore[0].code: W140 is not reported here any more; remove the entry  [I021]",
    ]


def test_does_not_silence_another_tenant():
    mine = tenant("alpha", provisioners=SPOT, ignore=[{"code": "W140", "reason": "the role exists"}])

    assert report(platform(mine, tenant("beta", provisioners=SPOT))) == [
        f"beta: {WARNING.format('a')}",
        f"beta: {WARNING.format('b')}",
    ]


def test_rejects_silencing_an_error():
    assert ignoring({"code": "E110"}, provisioners={"web": pool(limits=None)}) == [
        "provisioners.web.limits: missing, a pod loop could buy without end;"
        " write cpu and memory, or guards.requireLimits: false  [E110]",
        "ignore[0].code: E110 is an error and cannot be silenced; remove the entry and its cause  [E020]",
    ]


def test_rejects_an_unknown_code():
    assert ignoring({"code": "W999"}, provisioners={"web": pool()}) == [
        "ignore[0].code: W999 is no code; remove the entry  [E020]"
    ]


def test_reports_an_entry_that_silences_nothing():
    assert ignoring({"code": "W105"}, provisioners={"web": pool()}) == [
        "ignore[0].code: W105 is not reported here any more; remove the entry  [I021]"
    ]


def test_leaves_entries_alone_whose_warning_is_not_looked_for_yet():
    assert ignoring({"code": "W141"}, provisioners={"web": pool()}) == []
