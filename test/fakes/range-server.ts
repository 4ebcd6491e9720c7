import { createServer } from 'node:http';

export interface RangeServer extends AsyncDisposable {
  readonly origin: string;
  /** Path and query of each request. */
  readonly asked: readonly string[];
}

/** A file host that answers Range requests. A file is found by path, or by path and query; with another query than its own it is 403. */
export async function startRangeServer(
  files: Readonly<Record<string, { readonly bytes: Buffer; readonly query?: string }>>,
): Promise<RangeServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    asked.push(url.pathname + url.search);
    const file = files[url.pathname + url.search] ?? files[url.pathname];
    if (file === undefined) return response.writeHead(404).end();
    if (file.query !== undefined && url.search !== file.query) return response.writeHead(403).end();
    const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
    if (range === null) return response.writeHead(200).end(file.bytes);
    const from = Number(range[1]);
    if (from >= file.bytes.length)
      return response.writeHead(416, { 'content-range': `bytes */${file.bytes.length}` }).end();
    const to = Math.min(range[2] === '' ? file.bytes.length - 1 : Number(range[2]), file.bytes.length - 1);
    const body = file.bytes.subarray(from, to + 1);
    return response
      .writeHead(206, {
        'content-range': `bytes ${from}-${to}/${file.bytes.length}`,
        'content-length': body.length,
        etag: '"1"',
      })
      .end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
