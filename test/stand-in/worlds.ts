/**
 * What runs in the page: the preload in a world of its own, as under context isolation, and the bridge between that world
 * and the page's. Two worlds share the document and no object; an event's `detail` is copied between them, a File too,
 * and events are delivered at once. The functions run in the page as their own source text.
 */
import { decode, encode } from './codec.ts';

export const preloadWorld = 'lading-preload';
export const tellBinding = 'standInTell';

export type PermissionAnswer = Promise<boolean>;

interface Bridge {
  readonly expose: (name: string, value: unknown) => void;
  readonly onExpose: (listener: (name: string, value: unknown) => void) => void;
}

/** One end of the bridge. Functions and promises stay where they are, and the other side gets one that asks for them. */
function bridge(secret: string, here: string, there: string): Bridge {
  type Packed = { kind: string; value?: unknown; id?: number };
  const functions = new Map<number, (...args: unknown[]) => unknown>();
  const promises = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  const answers = new Map<number, { failed: boolean; value: Packed }>();
  const dispatch = window.dispatchEvent.bind(window);
  const Message = CustomEvent;
  let last = 0;

  const tell = (what: string, detail: unknown): void => {
    dispatch(new Message(`${secret}-${what}-${there}`, { detail }));
  };
  const hear = (what: string, listener: (detail: never) => void): void => {
    window.addEventListener(
      `${secret}-${what}-${here}`,
      (event) => {
        event.stopImmediatePropagation();
        if (event instanceof Message) listener(event.detail as never);
      },
      { capture: true },
    );
  };

  function pack(value: unknown): Packed {
    last += 1;
    const id = last;
    if (typeof value === 'function') {
      functions.set(id, (...args) => Reflect.apply(value, undefined, args));
      return { kind: 'function', id };
    }
    if (value instanceof Promise) {
      value.then(
        (done) => tell('settle', { id, failed: false, value: pack(done) }),
        (error: unknown) => tell('settle', { id, failed: true, value: pack(error) }),
      );
      return { kind: 'promise', id };
    }
    if (value instanceof Error) return { kind: 'error', value: value.message };
    if (Array.isArray(value)) return { kind: 'array', value: value.map(pack) };
    const isPlain =
      typeof value === 'object' &&
      value !== null &&
      [Object.prototype, null].includes(Object.getPrototypeOf(value));
    if (!isPlain) return { kind: 'value', value };
    return {
      kind: 'object',
      value: Object.entries(value as object).map(([name, inner]) => [name, pack(inner)]),
    };
  }

  function unpack({ kind, value, id = 0 }: Packed): unknown {
    if (kind === 'function') return (...args: unknown[]) => call(id, args);
    if (kind === 'promise') {
      return new Promise((resolve, reject) => promises.set(id, { resolve, reject }));
    }
    if (kind === 'error') return new Error(String(value));
    if (kind === 'array') return (value as Packed[]).map(unpack);
    if (kind !== 'object') return value;
    const entries = (value as [string, Packed][]).map(([name, inner]) => [name, unpack(inner)]);
    return Object.fromEntries(entries);
  }

  function call(id: number, args: readonly unknown[]): unknown {
    last += 1;
    const turn = last;
    tell('call', { id, turn, args: args.map(pack) });
    const answer = answers.get(turn);
    answers.delete(turn);
    if (answer === undefined) throw new Error('The other world did not answer.');
    const value = unpack(answer.value);
    if (answer.failed) throw value;
    return value;
  }

  hear('call', ({ id, turn, args }: { id: number; turn: number; args: Packed[] }) => {
    try {
      tell('answer', { turn, failed: false, value: pack(functions.get(id)?.(...args.map(unpack))) });
    } catch (error) {
      tell('answer', { turn, failed: true, value: pack(error) });
    }
  });
  hear('answer', ({ turn, failed, value }: { turn: number; failed: boolean; value: Packed }) => {
    answers.set(turn, { failed, value });
  });
  hear('settle', ({ id, failed, value }: { id: number; failed: boolean; value: Packed }) => {
    const waiting = promises.get(id);
    promises.delete(id);
    const settled = unpack(value);
    if (failed) waiting?.reject(settled);
    else waiting?.resolve(settled);
  });

  return {
    expose: (name, value) => tell('expose', { name, value: pack(value) }),
    onExpose: (listener) =>
      hear('expose', ({ name, value }: { name: string; value: Packed }) => listener(name, unpack(value))),
  };
}

/** In the page's own world, before any script of the page. */
function inPage(end: Bridge): void {
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
  end.onExpose((name, value) => {
    if (name === '') host = value as Host;
    else Object.defineProperty(window, name, { value: freeze(value), enumerable: true });
  });

  // Chromium would answer these itself; Electron asks the session's handlers.
  const allowed = async (name: string): Promise<void> => {
    if ((await host?.permission(name, false)) !== true) {
      throw new DOMException('Permission denied', 'NotAllowedError');
    }
  };
  const guard = (owner: object | undefined, method: string, permission: string): void => {
    if (owner === undefined) return;
    const original: unknown = Reflect.get(owner, method);
    if (typeof original !== 'function') return;
    const asked = async (...args: unknown[]): Promise<unknown> => {
      await allowed(permission);
      return Reflect.apply(original, owner, args);
    };
    Object.defineProperty(owner, method, { value: asked, configurable: true, writable: true });
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
      const asked = (found: PositionCallback, failed?: PositionErrorCallback | null): number => {
        allowed('geolocation').then(
          () => original(found, failed),
          () => failed?.(refusal),
        );
        return 0;
      };
      Object.defineProperty(geolocation, method, { value: asked, configurable: true, writable: true });
    }
  }
  if (typeof Notification === 'function') {
    const asked = async (): Promise<NotificationPermission> =>
      (await host?.permission('notifications', false)) === true ? 'granted' : 'denied';
    Object.defineProperty(Notification, 'requestPermission', { value: asked, configurable: true });
  }
  const query = navigator.permissions.query.bind(navigator.permissions);
  const queried = async (wanted: PermissionDescriptor): Promise<PermissionStatus> => {
    const status = await query(wanted);
    const isAllowed = await host?.permission(wanted.name, true);
    Object.defineProperty(status, 'state', { value: isAllowed === true ? 'granted' : 'denied' });
    return status;
  };
  Object.defineProperty(navigator.permissions, 'query', { value: queried, configurable: true });

  const opened = (url: string | URL = '', name = '', features = ''): null => {
    host?.open(new URL(String(url), document.baseURI).href, name, features);
    return null;
  };
  Object.defineProperty(window, 'open', { value: opened, configurable: true, writable: true });
}

export interface FromPage {
  readonly kind: 'invoke' | 'send' | 'permission' | 'open' | 'key' | 'error';
  readonly id: number;
  readonly channel: string;
  readonly args: unknown;
}

/** In the preload's world: Electron's part of the renderer, and then the preload. */
function inPreload(
  end: Bridge,
  write: (value: unknown) => string,
  read: (text: string) => unknown,
  tell: (text: string) => void,
  preload: ((require: (name: string) => unknown) => void) | null,
): void {
  type Listener = (event: unknown, ...args: unknown[]) => void;
  const asked = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>();
  const listeners = new Map<string, Listener[]>();
  const files: File[] = [];
  let accelerators: readonly string[] = [];
  let last = 0;

  const send = (kind: string, channel: string, args: unknown): Promise<unknown> => {
    last += 1;
    const id = last;
    const text = write({ kind, id, channel, args });
    return new Promise((resolve, reject) => {
      asked.set(id, { resolve, reject });
      tell(text);
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
    invoke: (channel: string, ...args: unknown[]) => send('invoke', channel, args),
    send: (channel: string, ...args: unknown[]) => void send('send', channel, args),
    on,
    addListener: on,
    off,
    removeListener: off,
    removeAllListeners: (channel: string) => void listeners.delete(channel),
    once(channel: string, listener: Listener) {
      const heard: Listener = (...args) => {
        off(channel, heard);
        listener(...args);
      };
      on(channel, heard);
    },
  };

  // What main says, and what it looks at.
  Object.assign(window, {
    standInFiles: files,
    standInHear(text: string) {
      const told = read(text) as { kind: string; id: number; channel: string; args: unknown[] };
      if (told.kind === 'event') {
        const event = { sender: ipcRenderer, ports: [] };
        for (const listener of [...(listeners.get(told.channel) ?? [])]) listener(event, ...told.args);
      } else if (told.kind === 'accelerators') {
        accelerators = told.args as string[];
      } else {
        const waiting = asked.get(told.id);
        asked.delete(told.id);
        if (told.kind === 'failed') waiting?.reject(new Error(String(told.args[0])));
        else waiting?.resolve(told.args[0]);
      }
    },
  });

  // Menu shortcuts: the page comes first, as in Electron.
  window.addEventListener('keydown', (event) => {
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
    void send('key', pressed, []);
  });

  end.expose('', {
    permission: (name: string, isCheck: boolean) => send('permission', name, [isCheck]),
    open: (url: string, name: string, features: string) => void send('open', url, [name, features]),
  });

  const electron = {
    ipcRenderer,
    contextBridge: { exposeInMainWorld: end.expose },
    webUtils: {
      /** Only the browser knows the path, and not at once: a token stands for it, and main puts the path in. */
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
    void send('error', 'preload', [error instanceof Error ? (error.stack ?? error.message) : String(error)]);
    throw error;
  }
}

/** Only the main frame has a preload (nodeIntegrationInSubFrames is off). */
const ownFrame = 'if (window !== window.top) return;';

export function pageSource(secret: string): string {
  return `(() => { ${ownFrame}
    const bridge = ${bridge};
    (${inPage})(bridge(${JSON.stringify(secret)}, 'page', 'preload'));
  })()`;
}

/** `preload` is the text of a CommonJS file; null where a window has none. */
export function preloadSource(secret: string, preload: string | null): string {
  const program =
    preload === null
      ? 'null'
      : `(require) => { const module = { exports: {} }; const exports = module.exports; ${preload}\n}`;
  return `(() => { ${ownFrame}
    const bridge = ${bridge};
    (${inPreload})(
      bridge(${JSON.stringify(secret)}, 'preload', 'page'),
      ${encode},
      ${decode},
      globalThis[${JSON.stringify(tellBinding)}],
      ${program},
    );
  })()`;
}
