/**
 * What runs in the page: the preload in a world of its own, as under context isolation, and what Electron changes in the
 * page's world. Each function runs there as its own source text.
 */
import { type Bridge, createBridge } from './context-bridge.ts';
import { decode, encode } from './structured-clone.ts';

export const preloadWorld = 'lading-preload';
export const sendBinding = 'standInTell';

export type PermissionAnswer = Promise<boolean>;

/** In the page's own world, before any script of the page. */
function mainWorldScript(bridge: Bridge): void {
  type Host = {
    permission: (name: string, isCheck: boolean) => PermissionAnswer;
    open: (url: string, name: string, features: string) => void;
  };
  let host: Host | null = null;

  const freeze = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    for (const inner of Object.values(value)) freeze(inner);
    return Object.freeze(value);
  };
  bridge.onExpose((name, value) => {
    if (name === '') host = value as Host;
    else Object.defineProperty(window, name, { value: freeze(value), enumerable: true });
  });

  // Chromium would decide these itself; Electron asks the session's handlers.
  const requirePermission = async (name: string): Promise<void> => {
    if ((await host?.permission(name, false)) !== true) {
      throw new DOMException('Permission denied', 'NotAllowedError');
    }
  };
  const guard = (owner: object | undefined, method: string, permission: string): void => {
    if (owner === undefined) return;
    const original: unknown = Reflect.get(owner, method);
    if (typeof original !== 'function') return;
    const guarded = async (...args: unknown[]): Promise<unknown> => {
      await requirePermission(permission);
      return Reflect.apply(original, owner, args);
    };
    Object.defineProperty(owner, method, { value: guarded, configurable: true, writable: true });
  };
  guard(navigator.mediaDevices, 'getUserMedia', 'media');
  guard(navigator.mediaDevices, 'getDisplayMedia', 'display-capture');
  guard(navigator.clipboard, 'read', 'clipboard-read');
  guard(navigator.clipboard, 'readText', 'clipboard-read');
  guard(navigator, 'requestMIDIAccess', 'midi');
  guard(Element.prototype, 'requestFullscreen', 'fullscreen');

  const { geolocation } = navigator;
  if (geolocation !== undefined) {
    const refusal = {
      code: 1,
      message: 'User denied Geolocation',
      PERMISSION_DENIED: 1,
      POSITION_UNAVAILABLE: 2,
      TIMEOUT: 3,
    } as const;
    for (const method of ['getCurrentPosition', 'watchPosition'] as const) {
      const original = geolocation[method].bind(geolocation);
      const guarded = (found: PositionCallback, failed?: PositionErrorCallback | null): number => {
        requirePermission('geolocation').then(
          () => original(found, failed),
          () => failed?.(refusal),
        );
        return 0;
      };
      Object.defineProperty(geolocation, method, { value: guarded, configurable: true, writable: true });
    }
  }
  if (typeof Notification === 'function') {
    const guarded = async (): Promise<NotificationPermission> =>
      (await host?.permission('notifications', false)) === true ? 'granted' : 'denied';
    Object.defineProperty(Notification, 'requestPermission', { value: guarded, configurable: true });
  }
  const query = navigator.permissions.query.bind(navigator.permissions);
  const guardedQuery = async (wanted: PermissionDescriptor): Promise<PermissionStatus> => {
    const status = await query(wanted);
    const isAllowed = await host?.permission(wanted.name, true);
    Object.defineProperty(status, 'state', { value: isAllowed === true ? 'granted' : 'denied' });
    return status;
  };
  Object.defineProperty(navigator.permissions, 'query', { value: guardedQuery, configurable: true });

  const openWindow = (url: string | URL = '', name = '', features = ''): null => {
    host?.open(new URL(String(url), document.baseURI).href, name, features);
    return null;
  };
  Object.defineProperty(window, 'open', { value: openWindow, configurable: true, writable: true });
}

/** In the preload's world: Electron's renderer API, and then the preload. */
function preloadWorldScript(
  bridge: Bridge,
  write: (value: unknown) => string,
  read: (text: string) => unknown,
  post: (text: string) => void,
  preload: ((require: (name: string) => unknown) => void) | null,
): void {
  type Listener = (event: unknown, ...args: unknown[]) => void;
  const pending = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  const listeners = new Map<string, Listener[]>();
  const files: File[] = [];
  let accelerators: readonly string[] = [];
  let last = 0;

  const request = (kind: string, channel: string, args: unknown): Promise<unknown> => {
    last += 1;
    const id = last;
    const text = write({ kind, id, channel, args });
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject });
      post(text);
    });
  };

  const on = (channel: string, listener: Listener): void => {
    listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
  };
  const off = (channel: string, listener: Listener): void => {
    const left = (listeners.get(channel) ?? []).filter((one) => one !== listener);
    listeners.set(channel, left);
  };
  const ipcRenderer = {
    invoke: (channel: string, ...args: unknown[]) => request('invoke', channel, args),
    send: (channel: string, ...args: unknown[]) => void request('send', channel, args),
    on,
    addListener: on,
    off,
    removeListener: off,
    removeAllListeners: (channel: string) => void listeners.delete(channel),
    once(channel: string, listener: Listener) {
      const runOnce: Listener = (...args) => {
        off(channel, runOnce);
        listener(...args);
      };
      on(channel, runOnce);
    },
  };

  // For messages from main, and for main to look up files.
  Object.assign(window, {
    standInFiles: files,
    standInReceive(text: string) {
      const message = read(text) as { kind: string; id: number; channel: string; args: unknown[] };
      if (message.kind === 'event') {
        const event = { sender: ipcRenderer, ports: [] };
        for (const listener of [...(listeners.get(message.channel) ?? [])]) listener(event, ...message.args);
      } else if (message.kind === 'accelerators') {
        accelerators = message.args as string[];
      } else {
        const waiting = pending.get(message.id);
        pending.delete(message.id);
        if (message.kind === 'failed') waiting?.reject(new Error(String(message.args[0])));
        else waiting?.resolve(message.args[0]);
      }
    },
  });

  // Menu shortcuts. The page's listeners come first, as in Electron, so this one is moved to the end for every key.
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.repeat || !event.isTrusted) return;
    const parts = [
      event.ctrlKey || event.metaKey ? 'mod' : '',
      event.altKey ? 'alt' : '',
      event.shiftKey ? 'shift' : '',
      event.key.toLowerCase(),
    ];
    const pressed = parts.filter((part) => part !== '').join('+');
    if (!accelerators.includes(pressed)) return;
    event.preventDefault();
    void request('key', pressed, []);
  };
  // A link to another window: the app is asked, and Chromium opens none.
  const onClick = (event: MouseEvent): void => {
    if (event.defaultPrevented || event.button === 2) return;
    const link = event.composedPath().find((one) => one instanceof HTMLAnchorElement);
    if (!(link instanceof HTMLAnchorElement) || link.href === '') return;
    const isElsewhere = !['', '_self', '_parent', '_top'].includes(link.target);
    if (!isElsewhere && event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey) return;
    event.preventDefault();
    void request('open', link.href, [link.target, '']);
  };
  const listenAfterPage = <Kind extends 'keydown' | 'click' | 'auxclick'>(
    kind: Kind,
    listener: (event: WindowEventMap[Kind]) => void,
  ): void => {
    const moveToEnd = (): void => {
      window.removeEventListener(kind, listener);
      window.addEventListener(kind, listener);
    };
    window.addEventListener(kind, moveToEnd, { capture: true });
  };
  listenAfterPage('keydown', onKey);
  listenAfterPage('click', onClick);
  listenAfterPage('auxclick', onClick);

  // Such navigations don't go through the network, so they can't be stopped there, and Chromium would offer to open other
  // programs. The app gets its event, and the navigation is cancelled.
  navigation.addEventListener('navigate', (event) => {
    if (/^(https?|about|blob):/i.test(event.destination.url)) return;
    event.preventDefault();
    void request('navigate', event.destination.url, []);
  });

  bridge.expose('', {
    permission: (name: string, isCheck: boolean) => request('permission', name, [isCheck]),
    open: (url: string, name: string, features: string) => void request('open', url, [name, features]),
  });

  const electron = {
    ipcRenderer,
    contextBridge: { exposeInMainWorld: bridge.expose },
    webUtils: {
      /** Only the browser knows the path, and only asynchronously: main replaces this token with the path. */
      getPathForFile(file: unknown) {
        if (!(file instanceof File)) throw new TypeError('A File is needed');
        files.push(file);
        return `stand-in-file:${files.length - 1}`;
      },
    },
  };
  try {
    preload?.((name) => {
      if (name === 'electron') return electron;
      throw new Error(`module not found: ${name}`);
    });
  } catch (error) {
    void request('error', 'preload', [
      error instanceof Error ? (error.stack ?? error.message) : String(error),
    ]);
    throw error;
  }
}

/** Only the main frame has a preload (nodeIntegrationInSubFrames is off). */
const ownFrame = 'if (window !== window.top) return;';

export function mainWorldSource(secret: string): string {
  return `(() => { ${ownFrame}
    const bridge = ${createBridge};
    (${mainWorldScript})(bridge(${JSON.stringify(secret)}, 'page', 'preload'));
  })()`;
}

/** `preload` is the text of a CommonJS file; null where a window has none. */
export function preloadWorldSource(secret: string, preload: string | null): string {
  const program =
    preload === null
      ? 'null'
      : `(require) => { const module = { exports: {} }; const exports = module.exports; ${preload}\n}`;
  return `(() => { ${ownFrame}
    const bridge = ${createBridge};
    (${preloadWorldScript})(
      bridge(${JSON.stringify(secret)}, 'preload', 'page'),
      ${encode},
      ${decode},
      globalThis[${JSON.stringify(sendBinding)}],
      ${program},
    );
  })()`;
}
