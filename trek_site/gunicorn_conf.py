"""How gunicorn serves the site: `gunicorn -c python:trek_site.gunicorn_conf trek_site.wsgi`."""

from __future__ import annotations

from trek_site.settings import env

bind = env.text("TREK_WEB_BIND", "127.0.0.1:8000")
worker_class = "gthread"
workers = env.number("TREK_WEB_WORKERS", 2, least=1)
# The query string of a raw upload describes the entry; the server's own bound would cut a description off.
limit_request_line = 8190
threads = env.number("TREK_WEB_THREADS", 4, least=1)
# A process is replaced after so many requests, at a different moment each, so that a slow leak never matters.
max_requests = 2000
max_requests_jitter = 200
# Longer than the longest upload takes once the reverse proxy has it whole.
timeout = 60
graceful_timeout = 45
# The heartbeat file must not lie on a disk that can stall.
worker_tmp_dir = "/dev/shm"  # noqa: S108  (The folder is the kernel's own.)
control_socket_disable = True
