#!/usr/bin/env bash
# Installs Chromium for the tests that play evenings in a browser, on Debian and its
# relatives and by root, if none is there.
set -euo pipefail

for name in chromium chromium-browser google-chrome google-chrome-stable chrome; do
	if command -v "$name" >/dev/null; then
		exit 0
	fi
done
if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
	echo 'Chromium is not installed, and this is not the place to install it: see CONTRIBUTING.md' >&2
	exit 1
fi
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core
