/** Runs the built app in Electron if its runtime is installed or can be downloaded, otherwise over the stand-in. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { repository } from './command-line.ts';
import { downloadElectron, electronRuntime } from './electron.ts';
import { dist } from './index.ts';

export interface Runtime {
  /** Electron's executable; null for the stand-in. */
  readonly electron: string | null;
}

/** Only Linux and similar systems have computers without a display. */
export function hasDisplay(): boolean {
  if (process.platform === 'win32' || process.platform === 'darwin') return true;
  return Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']);
}

export async function findRuntime(report: (message: string) => void): Promise<Runtime> {
  const reason = electronRuntime() === null ? await downloadElectron(report) : null;
  const electron = electronRuntime();
  if (electron === null) {
    report(`Electron's runtime is not installed: ${reason ?? 'its download failed'}.`);
  }
  return { electron };
}

export interface RunOptions {
  /** A CommonJS file that is loaded before main. */
  readonly require?: string;
  readonly args: readonly string[];
}

/** The stand-in is another program: nothing in build/ imports test/. */
export function runApp({ electron }: Runtime, { require, args }: RunOptions): ChildProcess {
  const required = require === undefined ? [] : ['--require', require];
  if (electron !== null) {
    // Chromium's sandbox refuses to run as root.
    const needsNoSandbox = process.platform === 'linux' && process.getuid?.() === 0;
    const switches = needsNoSandbox ? ['--no-sandbox'] : [];
    return spawn(electron, [...switches, ...required, repository, ...args], { stdio: 'inherit' });
  }
  const standIn = join(repository, 'build', 'stand-in', 'start.ts');
  return spawn(process.execPath, [standIn, ...required, join(dist, 'main', 'index.js'), ...args], {
    // The stand-in ends when this channel closes, so it can't outlive this process.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
}
