import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { registerScheme } from './custom-schemes.ts';
import { failOnMissing } from './event.ts';
import { observed } from './observed.ts';

type Serve = (request: Request) => Response | Promise<Response>;
type Answer = (response: { cancel?: boolean; redirectURL?: string }) => void;
type BeforeRequest = (details: Readonly<Record<string, unknown>>, answer: Answer) => void;
type PermissionRequest = (
  contents: unknown,
  permission: string,
  answer: (granted: boolean) => void,
  details: object,
) => void;
type PermissionCheck = (
  contents: unknown,
  permission: string,
  requestingOrigin: string,
  details: object,
) => boolean;

const handlers = new Map<string, Serve>();
let isReady = false;
let proxy = process.env['STAND_IN_PROXY'] ?? 'DIRECT';

export function lockSchemes(): void {
  isReady = true;
}

export function setSystemProxy(pac: string): void {
  proxy = pac;
}

export const protocol = failOnMissing('protocol', {
  registerSchemesAsPrivileged(schemes: readonly { scheme: string; privileges?: { standard?: boolean } }[]) {
    if (isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready');
    for (const { scheme, privileges } of schemes) {
      // Other schemes have no host, no relative addresses and no storage, which the stand-in can't imitate.
      if (privileges?.standard !== true)
        throw new Error(`build/stand-in: ${scheme} must be a standard scheme.`);
      registerScheme(scheme);
    }
  },
  handle(scheme: string, serve: Serve) {
    if (handlers.has(scheme)) throw new Error('Failed to register protocol: the scheme has been intercepted');
    handlers.set(scheme, serve);
  },
  unhandle: (scheme: string) => void handlers.delete(scheme),
  isProtocolHandled: (scheme: string) => handlers.has(scheme),
});

export class Session extends EventEmitter {
  readonly protocol = protocol;
  #beforeRequest: BeforeRequest | null = null;
  #permissionRequest: PermissionRequest | null = null;
  #permissionCheck: PermissionCheck | null = null;

  readonly webRequest = failOnMissing('session.webRequest', {
    onBeforeRequest: (listener: BeforeRequest | null) => {
      this.#beforeRequest = listener;
    },
  });

  setPermissionRequestHandler(handler: PermissionRequest | null): void {
    this.#permissionRequest = handler;
  }
  setPermissionCheckHandler(handler: PermissionCheck | null): void {
    this.#permissionCheck = handler;
  }
  /** USB, serial, HID and Bluetooth: headless Chromium has no chooser, so nothing is ever granted. */
  setDevicePermissionHandler(): void {}
  setBluetoothPairingHandler(): void {}
  setDisplayMediaRequestHandler(): void {}
  setCertificateVerifyProc(): void {}
  setSpellCheckerEnabled(): void {}
  setSpellCheckerLanguages(): void {}
  setUserAgent(): void {}

  async resolveProxy(_url: string): Promise<string> {
    return proxy;
  }
  async setProxy(): Promise<void> {}
  async clearCache(): Promise<void> {}
  async clearStorageData(): Promise<void> {}
  async clearAuthCache(): Promise<void> {}
  async closeAllConnections(): Promise<void> {}
  flushStorageData(): void {}

  /** Granted where no handler is set, as in Electron. */
  isPermissionGranted(
    contents: unknown,
    permission: string,
    isCheck: boolean,
    origin: string,
  ): Promise<boolean> {
    const details = { requestingUrl: origin, isMainFrame: true };
    const { promise, resolve } = Promise.withResolvers<boolean>();
    if (isCheck) resolve(this.#permissionCheck?.(contents, permission, origin, details) ?? true);
    else if (this.#permissionRequest === null) resolve(true);
    else this.#permissionRequest(contents, permission, resolve, details);
    return promise.then((granted) => {
      if (!isCheck) observed.permissionRequests.push({ permission, granted });
      return granted;
    });
  }

  beforeRequest(
    details: Readonly<Record<string, unknown>>,
  ): Promise<{ cancel?: boolean; redirectURL?: string }> {
    const { promise, resolve } = Promise.withResolvers<{ cancel?: boolean; redirectURL?: string }>();
    if (this.#beforeRequest === null) resolve({});
    else this.#beforeRequest(details, resolve);
    return promise.then((answer) => {
      if (answer.cancel === true) observed.cancelledRequests.push(String(details['url']));
      return answer;
    });
  }
}

const defaultSession = failOnMissing('session.defaultSession', new Session());
export const session = failOnMissing('session', {
  defaultSession,
  fromPartition: () => defaultSession,
});

export function protocolHandlerFor(address: string): Serve | undefined {
  return handlers.get(URL.parse(address)?.protocol.slice(0, -1) ?? '');
}

export const net = failOnMissing('net', {
  isOnline: () => true,
  async fetch(address: string): Promise<Response> {
    if (!address.startsWith('file:')) return fetch(address);
    return new Response(new Uint8Array(await readFile(fileURLToPath(address))));
  },
});
