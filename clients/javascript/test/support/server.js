// A static file server with ranges that misbehaves on request.
import { createServer } from 'node:http';
import { readFile, stat } from 'node:fs/promises';
import { join, normalize } from 'node:path';

const types = { html: 'text/html; charset=utf-8', js: 'text/javascript', json: 'application/json', css: 'text/css', webmanifest: 'application/manifest+json' };

/**
 * Serves a folder on a port of its own.
 *
 * `server.hooks` are asked first, in order, with `(request, response, path)`; one that answers `true` has answered.
 */
export async function serve(folder, { ranges = true } = {}) {
  const server = { folder, hooks: [], requests: [], sent: 0, ranges };
  const http = createServer(async (request, response) => {
    const path = decodeURIComponent(new URL(request.url, 'http://x').pathname);
    server.requests.push({ method: request.method, path, range: request.headers.range });
    for (const hook of server.hooks) if (await hook(request, response, path)) return;
    try {
      const file = join(server.folder, normalize(path).replace(/^(\.\.[/\\])+/, '')), isFolder = path.endsWith('/');
      if (!isFolder && (await stat(file)).isDirectory()) throw new Error('a folder');
      const bytes = await readFile(isFolder ? join(file, 'index.html') : file);
      const headers = { 'Content-Type': types[(isFolder ? 'html' : file.split('.').pop())] ?? 'application/octet-stream', 'Accept-Ranges': 'bytes', 'Cache-Control': 'no-cache' };
      const range = server.ranges && /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
      if (range) {
        const start = Number(range[1]), end = range[2] ? Math.min(bytes.length, Number(range[2]) + 1) : bytes.length;
        if (start >= bytes.length) {
          response.writeHead(416, headers).end();
          return;
        }
        server.sent += end - start;
        response.writeHead(206, { ...headers, 'Content-Length': end - start, 'Content-Range': `bytes ${start}-${end - 1}/${bytes.length}` }).end(bytes.subarray(start, end));
        return;
      }
      server.sent += bytes.length;
      response.writeHead(200, { ...headers, 'Content-Length': bytes.length }).end(request.method === 'HEAD' ? undefined : bytes);
    } catch {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('no such file');
    }
  });
  await new Promise(resolve => { http.listen(0, '127.0.0.1', resolve); });
  server.port = http.address().port;
  server.url = `http://127.0.0.1:${server.port}/`;
  server.close = () => new Promise(resolve => { http.closeAllConnections?.(); http.close(resolve); });
  return server;
}
