/** Electron's runtime: whether it is installed, and how to get it. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const folder = fileURLToPath(new URL('../node_modules/electron', import.meta.url));

/** The executable, or null. */
export function electronRuntime(): string | null {
  try {
    const path = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim());
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

/** A network that drops what it does not like answers nothing at all. */
const answerMs = 5_000;
const downloadMs = 10 * 60_000;

/** Null when the runtime is there afterwards, otherwise why it could not be had. */
export async function fetchElectron(tell: (words: string) => void): Promise<string | null> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const env = process.env;
  const mirror =
    env['ELECTRON_MIRROR'] ??
    env['npm_config_electron_mirror'] ??
    'https://github.com/electron/electron/releases/download/';
  const origin = URL.parse(mirror)?.host ?? mirror;
  try {
    const name = `v${version}/SHASUMS256.txt`;
    const { ok, status } = await fetch(new URL(name, mirror), {
      method: 'HEAD',
      signal: AbortSignal.timeout(answerMs),
    });
    if (!ok) return `${origin} answers ${status}`;
  } catch {
    return `${origin} cannot be reached from here`;
  }
  tell(`Downloading Electron ${version} from ${origin}.`);
  const code = await run(process.execPath, [join(folder, 'install.js')], downloadMs);
  if (electronRuntime() !== null) return null;
  return code === null ? `${origin} took too long` : `the download from ${origin} failed`;
}

/** The exit code; null when it was ended after `limitMs`. */
export function run(command: string, args: readonly string[], limitMs: number): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], timeout: limitMs });
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code));
  });
}
