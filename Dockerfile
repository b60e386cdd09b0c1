# The server in a container: `./run release` first, which makes dist/, then `docker build -t croupier .`
FROM python:3.13-slim

# Two folders that are never one: whoever copies the data must not get the key of the vault with it.
RUN useradd --system --uid 8321 --create-home --home-dir /var/lib/croupier croupier \
    && mkdir -m 0700 /var/lib/croupier/data /var/lib/croupier/keys \
    && chown croupier:croupier /var/lib/croupier/data /var/lib/croupier/keys

WORKDIR /opt/croupier
COPY locks/server.txt dist/*.whl ./
RUN python -m venv . \
    && bin/pip install --no-cache-dir --require-hashes -r server.txt \
    && bin/pip install --no-cache-dir --no-deps ./*.whl \
    && rm ./*.whl

USER 8321
WORKDIR /var/lib/croupier/data
ENV PATH=/opt/croupier/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    XDG_CONFIG_HOME=/var/lib/croupier/keys \
    CROUPIER_HOST=0.0.0.0 \
    CROUPIER_DEMO=false \
    CROUPIER_LOG=json
VOLUME ["/var/lib/croupier/data", "/var/lib/croupier/keys"]
EXPOSE 8321
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8321/healthz', timeout=4)"]
# The server answers what is under way before it stops: 15 s, and a little more.
STOPSIGNAL SIGTERM
ENTRYPOINT ["croupier"]
CMD ["serve"]
