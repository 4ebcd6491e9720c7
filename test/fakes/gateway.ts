/** A reverse proxy between Lading and the platform, which may answer a completion as it likes. */
import { startHttpServer } from './http-server.ts';

export interface GatewayAnswer {
  readonly status: number;
  readonly body: string;
}

/** `pass` hands the request on. `number` counts the completions, from 0. */
export type CompletionHandler = (
  pass: () => Promise<GatewayAnswer>,
  number: number,
) => Promise<GatewayAnswer>;

export interface Gateway extends AsyncDisposable {
  readonly url: string;
  onCompletion: CompletionHandler;
}

const isCompletion = (method: string, target: string): boolean =>
  method === 'POST' && /\/sourceFiles\/\d+$/.test(target);

export async function startGateway(platformUrl: string): Promise<Gateway> {
  let completions = 0;
  const server = await startHttpServer(async ({ method, target, headers, body }, response) => {
    const pass = async (): Promise<GatewayAnswer> => {
      const answer = await fetch(new URL(target, platformUrl), {
        method,
        headers: {
          authorization: headers.authorization ?? '',
          'content-type': headers['content-type'] ?? 'text/plain',
        },
        ...(method === 'GET' ? {} : { body: Uint8Array.from(body) }),
      });
      return { status: answer.status, body: await answer.text() };
    };
    const answer = isCompletion(method, target)
      ? await gateway.onCompletion(pass, completions++)
      : await pass();
    const type = answer.body.startsWith('<') ? 'text/html' : 'application/json';
    response.writeHead(answer.status, { 'content-type': type }).end(answer.body);
  });
  const gateway: Gateway = {
    url: server.url.origin,
    onCompletion: (pass) => pass(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return gateway;
}
