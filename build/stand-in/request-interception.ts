/** Handles each request of a page: the app decides on navigations, the session on requests, and its handler serves app:. */
import type { EventEmitter } from 'node:events';
import type { CDPSession } from 'playwright';
import { toAppUrl, toChromiumUrl } from './custom-schemes.ts';
import { isAllowed } from './event.ts';
import { protocolHandlerFor, type Session } from './session.ts';

/** The part of CDP's Fetch.requestPaused that is used. */
interface Paused {
  readonly requestId: string;
  readonly frameId: string;
  readonly resourceType: string;
  readonly redirectedRequestId?: string;
  readonly request: {
    readonly url: string;
    readonly urlFragment?: string;
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly postData?: string;
  };
}

export interface RequestContext {
  readonly contents: EventEmitter & {
    readonly id: number;
    readonly session: Session;
    isDestroyed(): boolean;
  };
  isMainFrame(frameId: string): boolean;
  /** Loaded or reloaded by the app itself. */
  isExpected(url: string): boolean;
  mayNavigate(url: string, frameId: string): boolean;
}

export async function interceptRequest(
  asking: RequestContext,
  cdp: CDPSession,
  paused: Paused,
): Promise<void> {
  const { requestId, request, resourceType } = paused;
  const { contents } = asking;
  const fail = async (errorReason: 'Aborted' | 'BlockedByClient' | 'Failed'): Promise<void> => {
    await cdp.send('Fetch.failRequest', { requestId, errorReason });
  };
  const url = toAppUrl(request.url) + (request.urlFragment ?? '');
  const isOfApp = !url.startsWith(request.url);
  try {
    if (resourceType === 'Document' && !mayLoad(asking, paused)) return await fail('Aborted');
    const { cancel, redirectURL } = await contents.session.beforeRequest({
      id: Number.parseInt(requestId.replace(/\D/g, ''), 10),
      url,
      method: request.method,
      resourceType: resourceTypes[resourceType] ?? 'other',
      webContentsId: contents.id,
      referrer: request.headers['Referer'] ?? '',
      timestamp: Date.now(),
    });
    if (cancel === true) return await fail('BlockedByClient');
    if (redirectURL !== undefined) {
      await cdp.send('Fetch.continueRequest', { requestId, url: toChromiumUrl(redirectURL) });
      return;
    }
    if (resourceType === 'Other' && isOfApp && url.endsWith('/favicon.ico')) {
      // Browsers request an icon; Electron doesn't.
      await cdp.send('Fetch.fulfillRequest', { requestId, responseCode: 204 });
      return;
    }
    const serve = protocolHandlerFor(url);
    if (serve !== undefined)
      return await fulfillRequest(cdp, requestId, await serve(requestFor(url, request)));
    // The app's own scheme has no network behind it.
    if (isOfApp) await fail('Failed');
    else await cdp.send('Fetch.continueRequest', { requestId });
  } catch (error) {
    // The page was closed, or the app's handler threw: a failed request for the page either way.
    if (!contents.isDestroyed()) process.stderr.write(`build/stand-in: ${url}: ${String(error)}\n`);
    await fail('Failed').catch(() => {});
  }
}

function mayLoad(
  { contents, ...asking }: RequestContext,
  { request, frameId, redirectedRequestId }: Paused,
): boolean {
  if (redirectedRequestId !== undefined) {
    const url = toAppUrl(request.url);
    return isAllowed(contents, 'will-redirect', { url }, url);
  }
  if (asking.isMainFrame(frameId) && asking.isExpected(request.url)) return true;
  return asking.mayNavigate(request.url, frameId);
}

function requestFor(url: string, { method, headers, postData }: Paused['request']): Request {
  const hasBody = postData !== undefined && method !== 'GET' && method !== 'HEAD';
  return new Request(url, { method, headers, ...(hasBody ? { body: postData } : {}) });
}

async function fulfillRequest(cdp: CDPSession, requestId: string, response: Response): Promise<void> {
  await cdp.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: response.status,
    responseHeaders: [...response.headers].map(([name, value]) => ({
      name,
      value: name === 'content-security-policy' ? policyInChromium(value) : value,
    })),
    body: Buffer.from(await response.arrayBuffer()).toString('base64'),
  });
}

/** A policy may contain the app's scheme. */
function policyInChromium(policy: string): string {
  return policy.replace(/\bapp:(?!\/)/g, 'https:');
}

const resourceTypes: Readonly<Record<string, string | undefined>> = {
  Document: 'mainFrame',
  Stylesheet: 'stylesheet',
  Image: 'image',
  Media: 'media',
  Font: 'font',
  Script: 'script',
  XHR: 'xhr',
  Fetch: 'xhr',
  Ping: 'ping',
  CSPViolationReport: 'cspReport',
};
