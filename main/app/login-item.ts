/**
 * Starting Lading when its person signs in, without a window. Windows and macOS keep a list that Electron writes; on
 * Linux Electron's call does nothing, so a file is put into the desktop's autostart folder.
 */
import { readFile, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { App } from 'electron';
import { errnoOf } from '../../preload/contract/failures/errno.ts';
import { failure, type Result, success } from '../../preload/contract/failures/failure.ts';
import type { LoginItemView } from '../../preload/contract/views/login-item.ts';
import { replaceTextFile } from '../engine/store/files/atomic-file.ts';
import { makeFolder } from '../engine/store/files/make-folder.ts';
import type { Environment } from './state-dir.ts';

/** The switch with which the system starts Lading. macOS passes none and says itself how Lading was opened. */
export const hiddenSwitch = '--hidden';

/** What Electron offers. */
type SystemList = Pick<App, 'getLoginItemSettings' | 'setLoginItemSettings'>;

export interface LoginItem {
  view(): Promise<Result<LoginItemView>>;
  /** Fails with disk-full or write-failed. */
  set(enabled: boolean): Promise<Result<LoginItemView>>;
}

export interface LoginItemOptions {
  readonly platform: NodeJS.Platform;
  /** What a person starts; null if Lading runs from its sources. */
  readonly program: string | null;
  /** Options that the started program needs as well, e.g. `--state DIR`. */
  readonly args: readonly string[];
  readonly system: SystemList;
  /** The folder of Linux for programs that start at login. */
  readonly autostartDir: string;
}

export function createLoginItem({
  platform,
  program,
  args,
  system,
  autostartDir,
}: LoginItemOptions): LoginItem {
  if (program === null) {
    const view = async () => success({ kind: 'not-installed' } as const);
    return { view, set: view };
  }
  const allArgs = [hiddenSwitch, ...args];
  return platform === 'linux'
    ? inAutostartDir(join(autostartDir, 'lading.desktop'), desktopEntry([program, ...allArgs]))
    : inSystemList(system, { path: program, args: allArgs.map(quoteForWindows) }, platform);
}

/** XDG autostart specification: a relative path is invalid and ignored. Pure. */
export function autostartFolder(env: Environment, home: string): string {
  const config = env['XDG_CONFIG_HOME'] ?? '';
  return join(config.startsWith('/') ? config : join(home, '.config'), 'autostart');
}

/** Whether the system started Lading at sign-in, so that no window opens. */
export function isStartedHidden(
  argv: readonly string[],
  platform: NodeJS.Platform,
  system: Pick<App, 'getLoginItemSettings'>,
): boolean {
  if (platform === 'darwin') return system.getLoginItemSettings().wasOpenedAtLogin;
  return argv.includes(hiddenSwitch);
}

function inSystemList(
  system: SystemList,
  item: { readonly path: string; readonly args: string[] },
  platform: NodeJS.Platform,
): LoginItem {
  // macOS starts the application itself and takes neither a path nor arguments.
  const named = platform === 'darwin' ? {} : item;
  async function view(): Promise<Result<LoginItemView>> {
    const { openAtLogin, status, executableWillLaunchAtLogin } = system.getLoginItemSettings(named);
    const isBlocked =
      platform === 'darwin'
        ? status === 'requires-approval'
        : openAtLogin && executableWillLaunchAtLogin === false;
    if (isBlocked) return success({ kind: 'blocked' });
    return success({ kind: openAtLogin ? 'on' : 'off' });
  }
  return {
    view,
    set(enabled) {
      system.setLoginItemSettings({ ...named, openAtLogin: enabled });
      return view();
    },
  };
}

function inAutostartDir(path: string, entry: string): LoginItem {
  return {
    async view() {
      try {
        return success({ kind: isEnabledEntry(await readFile(path, 'utf8')) ? 'on' : 'blocked' });
      } catch (error) {
        if (errnoOf(error) === 'ENOENT') return success({ kind: 'off' });
        return failure('write-failed', { path, reason: 'other', errno: errnoOf(error) });
      }
    },
    async set(enabled) {
      try {
        if (enabled) makeFolder(dirname(path), 0o700);
        else await rm(path, { force: true });
      } catch (error) {
        return failure('write-failed', { path, reason: 'other', errno: errnoOf(error) });
      }
      if (enabled) {
        const written = await replaceTextFile(path, entry);
        if (!written.ok) return written;
      }
      return success({ kind: enabled ? 'on' : 'off' });
    },
  };
}

/** Desktops turn an entry off by one of these lines instead of deleting it. */
function isEnabledEntry(text: string): boolean {
  return !/^\s*(Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im.test(text);
}

/** Desktop entry specification 1.5. Pure. */
export function desktopEntry(command: readonly string[]): string {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Name=Lading',
    'Comment=Watch folders and resume uploads',
    `Exec=${command.map(quoteForDesktopEntry).join(' ')}`,
    'Icon=lading',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** Quoted first as an argument, then escaped as a string of the file; `%` would begin a field code. */
function quoteForDesktopEntry(arg: string): string {
  const quoted = `"${arg.replace(/["`$\\]/g, '\\$&')}"`;
  return quoted.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('%', '%%');
}

/** As CommandLineToArgvW reads it: Electron writes the arguments as they are given. */
function quoteForWindows(arg: string): string {
  if (/^[\w:.\\/-]+$/.test(arg) && !arg.endsWith('\\')) return arg;
  return `"${arg.replace(/(\\*)("|$)/g, (_, slashes: string, end: string) => slashes + slashes + (end === '"' ? '\\"' : ''))}"`;
}
