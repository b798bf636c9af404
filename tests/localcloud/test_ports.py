"""Choice of ports on this machine."""

import socket

from localcloud.ports import choose


def listening(port=0):
    server = socket.socket()
    server.bind(("127.0.0.1", port))
    server.listen()
    return server


def test_each_name_gets_a_port_of_its_own():
    ports = choose(["client", "peer", "https"], {})

    assert list(ports) == ["client", "peer", "https"]
    assert len(set(ports.values())) == 3
    for port in ports.values():
        listening(port).close()


def test_ports_of_the_last_start_are_used_again():
    before = choose(["client", "peer"], {})

    assert choose(["client", "peer"], before) == before


def test_a_port_that_was_taken_meanwhile_is_replaced():
    with listening() as server:
        taken = server.getsockname()[1]

        chosen = choose(["client"], {"client": taken})

        assert chosen["client"] != taken
