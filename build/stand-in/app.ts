import { createHash } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection, createServer, type Server } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { failOnMissing, isAllowed } from './event.ts';
import { roles } from './menu.ts';
import { isUnderTest, userActions } from './observed.ts';
import { lockSchemes } from './session.ts';

const appPath = process.env['STAND_IN_APP'] ?? fileURLToPath(new URL('../..', import.meta.url));
const manifest = z
  .object({ name: z.string(), version: z.string() })
  .parse(JSON.parse(readFileSync(join(appPath, 'package.json'), 'utf8')));

/** Run before the process exits: closes windows, processes and files. */
export const onExit: (() => Promise<void> | void)[] = [];

/** Registered by BrowserWindow, which imports this module. */
export const openWindows = new Set<{ close(): void }>();

class App extends EventEmitter {
  /** Only to see what the packaged app refuses: the files are where they are in the sources. */
  readonly isPackaged = process.env['STAND_IN_PACKAGED'] === '1';
  readonly commandLine = failOnMissing('app.commandLine', {
    appendSwitch() {},
    appendArgument() {},
    // As Chromium, whose arguments lose the blanks at their ends.
    hasSwitch: (name: string) =>
      process.argv.some(
        (arg) => arg.trim().replace(/=.*/s, '').replace(/^--?/, '') === name && /^\s*-/.test(arg),
      ),
    getSwitchValue: () => '',
  });
  readonly dock = undefined;
  #name = manifest.name;
  #isReady = false;
  #isQuitting = false;
  #isEnded = false;
  #lock: Server | null = null;
  readonly #paths = new Map<string, string>();
  readonly #ready = Promise.withResolvers<void>();

  get name(): string {
    return this.#name;
  }
  set name(name: string) {
    this.#name = name;
  }
  getName(): string {
    return this.#name;
  }
  setName(name: string): void {
    this.#name = name;
  }
  getVersion(): string {
    return manifest.version;
  }
  getAppPath(): string {
    return resolve(appPath);
  }
  getLocale(): string {
    return 'en-US';
  }
  getPreferredSystemLanguages(): string[] {
    return ['en-US'];
  }
  getPath(name: string): string {
    const config = process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config');
    const defaults: Readonly<Record<string, string | undefined>> = {
      home: homedir(),
      appData: config,
      userData: join(config, this.#name),
      sessionData: join(config, this.#name),
      temp: tmpdir(),
      exe: process.execPath,
      downloads: join(homedir(), 'Downloads'),
      documents: join(homedir(), 'Documents'),
      desktop: join(homedir(), 'Desktop'),
      logs: join(config, this.#name, 'logs'),
      crashDumps: join(config, this.#name, 'Crashpad'),
    };
    const path = this.#paths.get(name) ?? defaults[name];
    if (path === undefined) throw new Error(`Failed to get '${name}' path`);
    return path;
  }
  setPath(name: string, path: string): void {
    this.#paths.set(name, path);
  }
  isReady(): boolean {
    return this.#isReady;
  }
  whenReady(): Promise<void> {
    return this.#ready.promise;
  }

  /** After the entry module has run, as in Electron. */
  becomeReady(): void {
    if (this.#isEnded) return;
    this.#isReady = true;
    lockSchemes();
    this.emit('will-finish-launching');
    this.emit('ready', {}, {});
    this.#ready.resolve();
  }

  /** The first instance holds a socket. A second one sends its arguments there and quits. */
  requestSingleInstanceLock(): boolean {
    const folder = this.getPath('userData');
    mkdirSync(folder, { recursive: true });
    const id = createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 24);
    // In the app's own folder, so that it is deleted with it after a kill. A socket's path has room for 107 bytes.
    const socketPath = join(resolve(folder), 'instance.sock');
    const fallbackPath =
      process.platform === 'win32' ? `\\\\.\\pipe\\lading-${id}` : join(tmpdir(), `lading-${id}.sock`);
    const path =
      process.platform !== 'win32' && Buffer.byteLength(socketPath) < 108 ? socketPath : fallbackPath;
    const pidFile = `${socketPath}.pid`;
    if (lockHolder(pidFile) !== null) {
      const client = createConnection(path, () => client.end(JSON.stringify(process.argv)));
      client.on('error', () => {});
      // This process must not exit before its message has arrived.
      const sent = new Promise<void>((resolve) => client.once('close', () => resolve()));
      onExit.push(() => sent);
      if (!isUnderTest) process.stdout.write('Lading is already open. Its window comes to the front.\n');
      return false;
    }
    if (process.platform !== 'win32') rmSync(path, { force: true });
    this.#lock = createServer((socket) => {
      let text = '';
      socket.on('data', (chunk) => {
        text += chunk.toString();
      });
      socket.on('end', () => {
        if (text === '') return;
        const argv = z.array(z.string()).parse(JSON.parse(text));
        this.emit('second-instance', {}, argv, process.cwd(), null);
      });
      socket.on('error', () => {});
    });
    this.#lock.listen(path);
    writeFileSync(pidFile, String(process.pid));
    onExit.push(() => {
      this.#lock?.close();
      rmSync(pidFile, { force: true });
    });
    return true;
  }
  hasSingleInstanceLock(): boolean {
    return this.#lock !== null;
  }
  releaseSingleInstanceLock(): void {
    this.#lock?.close();
  }

  quit(): void {
    if (this.#isEnded || this.#isQuitting) return;
    this.#isQuitting = true;
    // After the caller's turn. A listener that prevented the quit may call it again.
    setImmediate(() => void this.#quit());
  }

  async #quit(): Promise<void> {
    try {
      if (!isAllowed(this, 'before-quit')) return;
      for (const window of [...openWindows]) window.close();
      if (openWindows.size > 0) return;
      if (!isAllowed(this, 'will-quit')) return;
      this.emit('quit', {}, 0);
      await this.#end(0);
    } finally {
      this.#isQuitting = false;
    }
  }

  exit(code = 0): void {
    void this.#end(code);
  }

  async #end(code: number): Promise<void> {
    if (this.#isEnded) return;
    this.#isEnded = true;
    // Nothing that hangs may keep the process alive.
    setTimeout(() => process.exit(code), 5_000).unref();
    await Promise.allSettled(onExit.map((end) => end()));
    process.exit(code);
  }

  /** Closing the page takes a moment. */
  handleAllWindowsClosed(pagesClosed: Promise<void>): void {
    if (this.#isQuitting || this.#isEnded) return;
    void pagesClosed.then(() => {
      if (this.listenerCount('window-all-closed') === 0) this.quit();
      else this.emit('window-all-closed');
    });
  }

  relaunch(): void {}
  focus(): void {}
  show(): void {}
  hide(): void {}
  enableSandbox(): void {}
  disableHardwareAcceleration(): void {}
  setAppUserModelId(): void {}
  setAboutPanelOptions(): void {}
  setBadgeCount(): boolean {
    return true;
  }
  setLoginItemSettings(): void {}
  getLoginItemSettings(): object {
    return { openAtLogin: false };
  }
  setAsDefaultProtocolClient(): boolean {
    return true;
  }
  isAccessibilitySupportEnabled(): boolean {
    return false;
  }
  addRecentDocument(): void {}
  getAppMetrics(): unknown[] {
    return [];
  }
}

/** The pid in the file, if that process is running. */
function lockHolder(pidFile: string): number | null {
  try {
    const pid = Number(readFileSync(pidFile, 'utf8'));
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}

const instance = new App();
export const app = failOnMissing('app', instance);

roles.set('quit', () => instance.quit());
userActions.on('quit', () => instance.quit());
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => instance.quit());
setImmediate(() => instance.becomeReady());
