/** A reverse proxy between Lading and the platform, which may answer a creation or a completion as it likes. */
import { startHttpServer } from './http-server.ts';

export interface GatewayAnswer {
  readonly status: number;
  readonly body: string;
}

/** `pass` hands the request on. `number` counts the requests of its kind, from 0. */
export type RequestHandler = (pass: () => Promise<GatewayAnswer>, number: number) => Promise<GatewayAnswer>;

export interface Gateway extends AsyncDisposable {
  readonly url: string;
  /** What follows the request for a new source file. */
  onCreation: RequestHandler;
  onCompletion: RequestHandler;
}

const creation = /\/datasets\/\d+\/sourceFiles$/;
const completion = /\/sourceFiles\/\d+$/;

export async function startGateway(platformUrl: string): Promise<Gateway> {
  let [creations, completions] = [0, 0];
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
    const isPost = method === 'POST';
    const answer =
      isPost && completion.test(target)
        ? await gateway.onCompletion(pass, completions++)
        : isPost && creation.test(target)
          ? await gateway.onCreation(pass, creations++)
          : await pass();
    const type = answer.body.startsWith('<') ? 'text/html' : 'application/json';
    response.writeHead(answer.status, { 'content-type': type }).end(answer.body);
  });
  const gateway: Gateway = {
    url: server.url.origin,
    onCreation: (pass) => pass(),
    onCompletion: (pass) => pass(),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
  return gateway;
}
