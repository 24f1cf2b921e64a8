#!/usr/bin/env bash
# Installs the server of PostgreSQL for the tests that start it, on Debian and its
# relatives and by root, if none is there. No cluster is made and nothing is started:
# the tests do that, in a folder of their own.
set -euo pipefail

if compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || command -v initdb >/dev/null; then
	exit 0
fi
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
	echo 'PostgreSQL is not installed, and this is not the place to install it: see CONTRIBUTING.md' >&2
	exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends postgresql-common
sed -i -E 's/^#?create_main_cluster.*/create_main_cluster = false/' /etc/postgresql-common/createcluster.conf
apt-get install -y -qq --no-install-recommends postgresql
