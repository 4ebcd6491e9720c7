/** An HTTP proxy that looks up names as a test says, so that a server of the test can stand for one on the internet. */
import { createServer, request } from 'node:http';

/** `originOf` says which server answers for a host; null for the host itself. */
export async function startNameProxy(originOf: (host: string) => string | null) {
  const asked: string[] = [];
  const proxy = createServer(({ url: target = '', method, headers }, response) => {
    asked.push(target);
    const { origin, host, pathname, search } = new URL(target);
    const onward = request(new URL(`${pathname}${search}`, originOf(host) ?? origin), { method, headers });
    onward.on('error', () => response.destroy());
    onward.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  return {
    proxyUrl: `http://127.0.0.1:${address.port}`,
    asked,
    [Symbol.asyncDispose]: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
