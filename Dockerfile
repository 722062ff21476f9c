# The command alone, with the four libraries that it needs: some 11 MB.
#   docker build --tag audit .
#   docker run --rm --volume "$PWD/my-games:/games:ro" audit /games
FROM rust:1-slim-bookworm AS build
WORKDIR /audit
COPY . .
RUN cargo install --locked --path . --root /built --no-track \
    && strip /built/bin/audit \
    && mkdir -p /image/tmp /image/work \
    && cp /built/bin/audit /image/audit \
    && ldd /built/bin/audit | grep -o '/[^ ]*' | xargs -I{} cp --dereference --parents {} /image

FROM scratch
COPY --from=build /image /
# Reports are written where the command runs. To keep them mount a folder here, and run as its owner:
#   docker run --rm --user "$(id -u):$(id -g)" --volume "$PWD/my-games:/games:ro" \
#       --volume "$PWD:/work" audit /games --out report.html
WORKDIR /work
USER 65534:65534
ENTRYPOINT ["/audit"]
CMD ["--help"]
