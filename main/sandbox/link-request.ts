/** Requests to the hosts of direct links. Anyone with a key can name a link, so it must not reach this computer's services. */
import dns from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { Readable } from 'node:stream';
import { isOfThisComputer, namesThisComputer } from './this-computer.ts';
import { linkProblems } from './words.ts';

const maxRedirects = 5;
const connectMs = 10_000;

/** A name elsewhere may resolve to this computer. A link that names this computer itself is for practice, and allowed. */
export const guardedLookup: LookupFunction = (hostname, options, callback) => {
  if (namesThisComputer(hostname)) return dns.lookup(hostname, options, callback);
  dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error !== null || first === undefined) return callback(error, []);
    if (addresses.some(({ address }) => isOfThisComputer(address))) {
      return callback(new Error(linkProblems.localAddress), []);
    }
    if (options.all === true) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

/**
 * Why an address may not be asked; null if it may. `from` is the address that redirected to it. Pure.
 */
export function targetProblem(target: URL | null, ownPort: string, from: URL | null): string | null {
  if (target === null || (target.protocol !== 'http:' && target.protocol !== 'https:')) {
    return linkProblems.badRedirect;
  }
  if (!namesThisComputer(target.hostname)) return null;
  if (from !== null && !namesThisComputer(from.hostname)) return linkProblems.localAddress;
  return target.port === ownPort ? linkProblems.localAddress : null;
}

export interface LinkResponse {
  readonly ok: true;
  readonly status: number;
  /** One value, or empty. */
  header(name: string): string;
  readonly body: Readable;
}

export interface LinkRefusal {
  readonly ok: false;
  readonly problem: string;
}

/** Loading undici takes a third of the sandbox's start, and few sandboxes get a link. */
async function loadHttp() {
  const { Agent, request } = await import('undici');
  const agent = new Agent({
    // A stall of the body is the caller's to judge.
    bodyTimeout: 0,
    headersTimeout: 30_000,
    connect: { lookup: guardedLookup, timeout: connectMs, rejectUnauthorized: true },
  });
  return { agent, request };
}

export class LinkClient {
  readonly #ownPort: () => string;
  #http: ReturnType<typeof loadHttp> | null = null;

  /** `ownPort` is the port of this sandbox, as a URL has it. */
  constructor(ownPort: () => string) {
    this.#ownPort = ownPort;
  }

  /** Asks for a range of bytes. Throws if the host can't be reached or the signal is aborted. */
  async get(link: string, range: string, signal: AbortSignal): Promise<LinkResponse | LinkRefusal> {
    this.#http ??= loadHttp();
    const { agent, request } = await this.#http;
    let from: URL | null = null;
    let url = URL.parse(link);
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const problem = targetProblem(url, this.#ownPort(), from);
      if (problem !== null || url === null)
        return { ok: false, problem: problem ?? linkProblems.badRedirect };
      const { statusCode, headers, body } = await request(url, {
        dispatcher: agent,
        signal,
        headers: { range, 'accept-encoding': 'identity', ...credentialsOf(url) },
      });
      // An error after the headers is the reader's, if there is one.
      body.on('error', () => undefined);
      const header = (name: string): string => [headers[name] ?? ''].flat()[0] ?? '';
      if (![301, 302, 303, 307, 308].includes(statusCode))
        return { ok: true, status: statusCode, header, body };
      body.destroy();
      from = url;
      url = URL.parse(header('location'), url);
    }
    return { ok: false, problem: linkProblems.badRedirect };
  }

  async close(): Promise<void> {
    const http = await this.#http;
    await http?.agent.destroy();
  }
}

/** What stands in the link itself. A redirect to another host doesn't repeat it. */
function credentialsOf({ username, password }: URL): { readonly authorization?: string } {
  if (username === '' && password === '') return {};
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}
