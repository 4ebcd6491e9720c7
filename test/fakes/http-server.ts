import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';

/** A request as the server saw it. */
export interface SeenRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** performance.now() when the head of the request was complete, before its body. */
  readonly arrivedMs: number;
}

export interface FakeHttpServer extends AsyncDisposable {
  readonly url: URL;
  readonly seen: readonly SeenRequest[];
}

export type RequestHandler = (
  request: SeenRequest,
  response: ServerResponse,
  number: number,
) => void | Promise<void>;

/** A real HTTP server on a free loopback port. `number` counts the requests, from 0. */
export async function startHttpServer(handler: RequestHandler): Promise<FakeHttpServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const arrivedMs = performance.now();
    const body = await readBody(request).catch(() => null);
    if (body === null) return;
    const { method = '', url: target = '', headers } = request;
    const number = seen.push({ method, target, headers, body, arrivedMs }) - 1;
    await handler({ method, target, headers, body, arrivedMs }, response, number);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    url: new URL(`http://127.0.0.1:${address.port}`),
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
