"""Swift with its S3 layer in this one process: listings below the folder given, objects there as well or in memory.

    python3 serve-swift.py <folder> <access key "account:user"> <secret> <on-disk or in-memory>

Prints the port of loopback it listens on, and ends when its standard input does.
"""

import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import wsgi  # noqa: E402
from swift.common import utils  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.storage_policy import reload_storage_policies  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402

SWIFT_CONF = """
[swift-hash]
swift_hash_path_suffix = for-tests
"""

STORE_CONF = """
[DEFAULT]
swift_dir = {folder}
devices = {folder}
mount_check = false
log_level = ERROR
[app:main]
use = egg:swift#{app}
"""

PROXY_CONF = """
[DEFAULT]
swift_dir = {folder}
log_level = ERROR
[pipeline:main]
pipeline = catch_errors listing_formats bulk s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
cors_allow_origin = *
cors_expose_headers = etag
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:s3api]
use = egg:swift#s3api
cors_preflight_allow_origin = *
[filter:tempauth]
use = egg:swift#tempauth
user_{user} = {secret} .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
"""


class NoCache:
    """Stands in for memcached, which the accounts ask for before they look anywhere else."""

    def get(self, key, **options):
        return None

    def set(self, key, value, **options):
        pass

    def delete(self, key, **options):
        pass


def with_cache(app):
    return lambda env, start_response: app(dict(env, **{"swift.cache": NoCache()}), start_response)


def write(path, text):
    with open(path, "w") as file:
        file.write(text)
    return path


def main(folder, access_key, secret, objects):
    write(os.path.join(folder, "swift.conf"), SWIFT_CONF)
    utils.set_swift_dir(folder)
    reload_storage_policies()
    os.makedirs(os.path.join(folder, "disk"), exist_ok=True)

    listeners = {}
    for name in ("account", "container", "object"):
        listeners[name] = eventlet.listen(("127.0.0.1", 0))
        ring = RingBuilder(part_power=1, replicas=1, min_part_hours=0)
        ring.add_dev(
            {
                "id": 0,
                "region": 1,
                "zone": 1,
                "weight": 1.0,
                "ip": "127.0.0.1",
                "port": listeners[name].getsockname()[1],
                "device": "disk",
            }
        )
        ring.rebalance()
        ring.get_ring().save(os.path.join(folder, name + ".ring.gz"))

    silent = utils.NullLogger()
    object_app = {"on-disk": "object", "in-memory": "mem_object"}[objects]
    for name, app in (("account", "account"), ("container", "container"), ("object", object_app)):
        conf = write(os.path.join(folder, name + ".conf"), STORE_CONF.format(folder=folder, app=app))
        eventlet.spawn(wsgi.server, listeners[name], loadapp(conf), silent)

    conf = write(
        os.path.join(folder, "proxy.conf"),
        PROXY_CONF.format(folder=folder, user=access_key.replace(":", "_"), secret=secret),
    )
    entrance = eventlet.listen(("127.0.0.1", 0))
    eventlet.spawn(wsgi.server, entrance, with_cache(loadapp(conf)), silent)
    print(entrance.getsockname()[1], flush=True)

    # The process that started this one holds the other end. When it ends, for whatever reason, this one ends too.
    eventlet.hubs.trampoline(0, read=True)


main(*sys.argv[1:])
