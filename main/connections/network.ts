/** How the engine reaches a server: the proxy, and certificates to trust in addition to the built-in ones. */
import { type Result, success } from '../../preload/contract/failures/failure.ts';
import type { Preferences } from '../../preload/contract/views/views.ts';
import type { Settings } from '../app/settings.ts';

export interface Network {
  /** It is null for a direct connection. */
  readonly proxyUrl: string | null;
  readonly caPem: string | null;
}

export interface NetworkOptions {
  readonly settings: () => Settings;
  readonly resolveProxy: (serverUrl: string, wanted: Preferences['proxy']) => Promise<Result<string | null>>;
  readonly systemCertificates: () => string;
}

export async function networkFor(serverUrl: string, options: NetworkOptions): Promise<Result<Network>> {
  const { certificates, preferences } = options.settings();
  const proxy = await options.resolveProxy(serverUrl, preferences.proxy);
  if (!proxy.ok) return proxy;
  const pem = [options.systemCertificates(), certificates ?? ''].filter((part) => part !== '').join('\n');
  return success({ proxyUrl: proxy.value, caPem: pem === '' ? null : pem });
}
