/** Asks the hosts of direct links for one byte, so that a link that can't work is known before it is handed over. */
import { type Dispatcher, request } from 'undici';
import type { LinkCheck, LinkWarning } from '../../../preload/contract/views/link-check.ts';
import { createHttpDispatcher, type NetworkAccess } from '../platform/dispatcher.ts';
import { guardedLookup, isLocalHost } from '../platform/local-address.ts';
import { networkError } from '../platform/network-error.ts';
import { PrivateAddressError, publicLookup } from '../platform/private-address.ts';
import {
  interpretLinkAnswer,
  isRedirect,
  isUnencrypted,
  type LinkAnswer,
  redirectTarget,
} from './link-answer.ts';
import { type LinkHosts, refusedHost } from './link-hosts.ts';

export interface ProbeLimits {
  readonly perLinkMs: number;
  /** Links that aren't reached in this time are left unchecked. */
  readonly allMs: number;
  readonly parallel: number;
}

const defaultLimits: ProbeLimits = { perLinkMs: 10_000, allMs: 60_000, parallel: 8 };
const maxRedirects = 5;
const notChecked: LinkCheck = { sizeBytes: null, warnings: [{ code: 'not-checked' }] };

/**
 * One check per link, in the same order; null is a link whose secret part isn't known. Sends no key and no cookie, and
 * reads no body.
 */
export async function probeLinks(
  links: readonly (string | null)[],
  route: NetworkAccess,
  hosts: LinkHosts,
  signal: AbortSignal,
  limits: ProbeLimits = defaultLimits,
): Promise<readonly LinkCheck[]> {
  const checks: LinkCheck[] = links.map(() => notChecked);
  if (links.length === 0) return checks;
  // On the command line, only a link that says so itself leads to this computer.
  const lookup = hosts === 'any' ? guardedLookup(isLocalHost) : publicLookup;
  const dispatcher = createHttpDispatcher(route, { lookup });
  const stop = AbortSignal.any([signal, AbortSignal.timeout(limits.allMs)]);
  const pending = links.entries();
  const worker = async (): Promise<void> => {
    for (const [index, link] of pending) {
      const url = link === null ? null : URL.parse(link);
      if (stop.aborted) return;
      if (url === null) continue;
      const check = await probe(
        url,
        hosts,
        dispatcher,
        AbortSignal.any([stop, AbortSignal.timeout(limits.perLinkMs)]),
      );
      if (!stop.aborted) checks[index] = check;
    }
  };
  await Promise.all(Array.from({ length: Math.min(limits.parallel, links.length) }, worker));
  await dispatcher.destroy();
  return checks;
}

async function probe(
  link: URL,
  hosts: LinkHosts,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<LinkCheck> {
  let url = link;
  let unencrypted = isUnencrypted(url);
  const found = ({ sizeBytes, warnings }: LinkCheck): LinkCheck => ({
    sizeBytes,
    warnings: unencrypted ? [{ code: 'not-encrypted' }, ...warnings] : warnings,
  });
  const only = (warning: LinkWarning): LinkCheck => found({ sizeBytes: null, warnings: [warning] });
  const refused = refusedHost(link, hosts);
  if (refused !== null) return only({ code: refused });
  try {
    for (let redirects = 0; ; redirects += 1) {
      const { location, ...answer } = await firstByte(url, 'GET', dispatcher, signal);
      if (!isRedirect(answer.status)) return found(await withSize(answer, url, dispatcher, signal));
      const next = redirectTarget(url, location);
      if (next === null || redirects === maxRedirects || refusedHost(next, hosts) !== null)
        return only({ code: 'redirect-not-followed' });
      url = next;
      unencrypted ||= isUnencrypted(url);
    }
  } catch (error) {
    if (error instanceof PrivateAddressError) return only({ code: 'private-address' });
    return only({
      code: 'unreachable',
      reason: signal.aborted ? { kind: 'no-answer' } : networkError(error).reason,
    });
  }
}

/** Some hosts name the size in the answer to HEAD only. Signed links often allow no HEAD, so it decides nothing else. */
async function withSize(
  answer: LinkAnswer,
  url: URL,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<LinkCheck> {
  const check = interpretLinkAnswer(answer, url);
  if (!check.warnings.some(({ code }) => code === 'size-unknown')) return check;
  const head = await firstByte(url, 'HEAD', dispatcher, signal).catch(() => null);
  if (head?.status !== 200) return check;
  const { sizeBytes } = interpretLinkAnswer(head, url);
  if (sizeBytes === null) return check;
  return { sizeBytes, warnings: check.warnings.filter(({ code }) => code !== 'size-unknown') };
}

/** The head of the answer. The body is dropped: a host without ranges would send the whole file. */
async function firstByte(
  url: URL,
  method: 'GET' | 'HEAD',
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<LinkAnswer & { readonly location: string }> {
  const { statusCode, headers, body } = await request(url, {
    method,
    headers: {
      'accept-encoding': 'identity',
      ...(method === 'GET' ? { range: 'bytes=0-0' } : {}),
      ...credentialsOf(url),
    },
    dispatcher,
    signal,
  });
  body.on('error', () => undefined).destroy();
  const text = (name: string): string => [headers[name] ?? ''].flat()[0] ?? '';
  return {
    status: statusCode,
    contentType: text('content-type'),
    contentRange: text('content-range'),
    contentLength: text('content-length'),
    location: text('location'),
  };
}

/** What stands in the link itself, as `https://user:password@host/`. A redirect to another host doesn't repeat it. */
function credentialsOf({ username, password }: URL): { readonly authorization?: string } {
  if (username === '' && password === '') return {};
  const pair = [username, password].map((text) => decodeURIComponent(text)).join(':');
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}
