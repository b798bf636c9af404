"""The picture of the demonstration: a step for each change, each customer in a colour of its own."""

import re
from xml.dom.minidom import parseString

from localcloud.demo.picture import Moment, Note, picture

MOMENTS = [Moment(0, {"alpha": 0, "beta": 0}), Moment(30, {"alpha": 1, "beta": 2}), Moment(60, {"alpha": 1, "beta": 0})]


def paths(document):
    return re.findall(r'<path stroke="([^"]+)" d="([^"]+)"', document)


def texts(document):
    return [node.firstChild.data for node in parseString(document).getElementsByTagName("text")]


def test_each_customer_is_a_line_of_steps():
    assert paths(picture(MOMENTS, [])) == [
        ("#2563eb", "M44.0 256.0H394.0V148.0H744.0"),
        ("#ea580c", "M44.0 256.0H394.0V40.0H744.0V256.0H744.0"),
    ]


def test_axes_notes_and_names_are_texts():
    assert texts(picture(MOMENTS, [Note(30, "workloads")])) == [
        "nodes per customer",
        "0",
        "1",
        "2",
        "0 s",
        "30 s",
        "60 s",
        "workloads",
        "● alpha",
        "● beta",
    ]


def test_nothing_happening_is_a_picture_too():
    assert paths(picture([Moment(0, {"alpha": 0})], [])) == [("#2563eb", "M44.0 256.0H744.0")]
