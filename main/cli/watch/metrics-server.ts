/** Answers a monitoring agent on this computer, and nobody else. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import { success } from '../../../preload/contract/failures/failure.ts';
import { isLoopbackHost } from '../../../preload/contract/views/loopback.ts';
import { type CliResult, usageError } from '../usage-error.ts';
import { metricsContentType } from './metrics.ts';

export interface MetricsServer {
  readonly url: string;
  close(): void;
}

const maxConnections = 8;
const timeoutMs = 10_000;

/** Port 0 picks a free one. Fails with metrics-port-unusable. */
export async function serveMetrics(port: number, metrics: () => string): Promise<CliResult<MetricsServer>> {
  const server = createServer((request, response) => answer(request, response, metrics));
  server.maxConnections = maxConnections;
  server.requestTimeout = timeoutMs;
  server.headersTimeout = timeoutMs;
  server.keepAliveTimeout = timeoutMs;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(port, '127.0.0.1', resolve);
  try {
    await promise;
  } catch (error) {
    return usageError('metrics-port-unusable', { port, errno: errnoOf(error) });
  }
  const address = server.address();
  const used = typeof address === 'object' && address !== null ? address.port : port;
  // The service ends when its work does.
  server.unref();
  return success({
    url: `http://127.0.0.1:${used}/metrics`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  });
}

function answer(request: IncomingMessage, response: ServerResponse, metrics: () => string): void {
  const status = statusFor(request);
  const body = status === 200 ? metrics() : `${status}\n`;
  response.writeHead(status, {
    'Content-Type': status === 200 ? metricsContentType : 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(status === 405 ? { Allow: 'GET, HEAD' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

/** A web page can't read the metrics through a name that it had resolved to this computer (DNS rebinding). */
function statusFor({ headers, method, url = '/' }: IncomingMessage): 200 | 403 | 404 | 405 {
  const host = URL.parse(`http://${headers.host ?? ''}`)?.hostname;
  if (host === undefined || !isLoopbackHost(host)) return 403;
  if (url.split('?')[0] !== '/metrics') return 404;
  return method === 'GET' || method === 'HEAD' ? 200 : 405;
}
