#!/usr/bin/env bash
# Makes the base images of the Dockerfile for Buildah where no registry of images can be reached: Debian by debootstrap, and
# the Node of this machine in it. Usage, as root: scripts/release/base-images.sh
set -euo pipefail
export STORAGE_DRIVER=vfs BUILDAH_ISOLATION=chroot
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
debootstrap --variant=minbase trixie "$folder/root" > "$folder/log" 2>&1 || { tail "$folder/log" >&2; exit 1; }
tar -C "$folder/root" -cf "$folder/root.tar" .
container="$(buildah from scratch)"
buildah add --quiet "$container" "$folder/root.tar" / > /dev/null
buildah commit --quiet "$container" docker.io/library/debian:trixie-slim
buildah copy --quiet "$container" "$(node -p process.execPath)" /usr/local/bin/node > /dev/null
buildah commit --quiet "$container" docker.io/library/node:24-trixie-slim
buildah rm "$container" > /dev/null
