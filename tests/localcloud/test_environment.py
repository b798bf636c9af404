"""What programs, stand-ins and shells are told about an instance, and what is kept from them."""

import sys

import pytest

from localcloud.environment import engine_environment, without_own_settings
from localcloud.folders import BIN
from localcloud.instance import Instance

PORTS = {"kube-apiserver": {"https": 6443}, "aws": {"http": 5000}}


@pytest.fixture
def chosen(tmp_path):
    return Instance("default", tmp_path)


def test_the_operators_own_accounts_are_out_of_reach():
    own = {
        "AWS_PROFILE": "production",
        "AWS_SESSION_TOKEN": "t",
        "PULUMI_ACCESS_TOKEN": "t",
        "PULUMI_BACKEND_URL": "s3://state",
        "PULUMI_STACK": "prod",
        "LOCALCLOUD_KUBECONFIG": "/another",
        "HOME": "/h",
        "PULUMI_PARALLEL": "2",
        "PULUMI_DEBUG_GRPC": "/log",
    }

    assert without_own_settings(own) == {"HOME": "/h", "PULUMI_PARALLEL": "2", "PULUMI_DEBUG_GRPC": "/log"}


def test_the_engines_environment_is_complete(chosen, tmp_path):
    assert engine_environment(chosen, PORTS, "/usr/bin:/bin") == {
        "AWS_ACCESS_KEY_ID": "local",
        "AWS_SECRET_ACCESS_KEY": "local",
        "AWS_ENDPOINT_URL": "http://127.0.0.1:5000",
        "AWS_CONFIG_FILE": "/dev/null",
        "AWS_SHARED_CREDENTIALS_FILE": "/dev/null",
        "AWS_EC2_METADATA_DISABLED": "true",
        "LOCALCLOUD_AWS_ENDPOINT": "http://127.0.0.1:5000",
        "LOCALCLOUD_API_SERVER": "https://127.0.0.1:6443",
        "LOCALCLOUD_KUBECONFIG": f"{tmp_path}/kubeconfig.json",
        "NO_PROXY": "127.0.0.1,localhost",
        "KUBECONFIG": f"{tmp_path}/kubeconfig.json",
        "PATH": f"{BIN}:/usr/bin:/bin",
        "PULUMI_HOME": f"{tmp_path}/pulumi/home",
        "PULUMI_BACKEND_URL": f"file://{tmp_path}/pulumi/state",
        "PULUMI_CONFIG_PASSPHRASE": "",
        "PULUMI_SKIP_UPDATE_CHECK": "true",
        "PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION": "true",
        "PULUMI_PYTHON_CMD": sys.executable,
        "TMPDIR": f"{tmp_path}/tmp",
    }


def test_the_path_does_not_grow_in_a_shell_that_has_it_already(chosen):
    assert engine_environment(chosen, PORTS, f"{BIN}:/bin")["PATH"] == f"{BIN}:/bin"
