/** Electron's runtime: where it is installed, and how to download it. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const folder = fileURLToPath(new URL('../node_modules/electron', import.meta.url));

/** The executable, or null if it is not installed. */
export function electronRuntime(): string | null {
  try {
    const path = join(folder, 'dist', readFileSync(join(folder, 'path.txt'), 'utf8').trim());
    return existsSync(path) ? path : null;
  } catch {
    return null;
  }
}

/** Short: a firewall that drops packets never answers. */
const probeMs = 5_000;
const downloadMs = 10 * 60_000;

/** Returns null if the runtime is installed afterwards, otherwise the reason. */
export async function downloadElectron(report: (message: string) => void): Promise<string | null> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const env = process.env;
  const mirror =
    env['ELECTRON_MIRROR'] ??
    env['npm_config_electron_mirror'] ??
    'https://github.com/electron/electron/releases/download/';
  const host = URL.parse(mirror)?.host ?? mirror;
  try {
    const name = `v${version}/SHASUMS256.txt`;
    const { ok, status } = await fetch(new URL(name, mirror), {
      method: 'HEAD',
      signal: AbortSignal.timeout(probeMs),
    });
    if (!ok) return `${host} answers ${status}`;
  } catch {
    return `${host} can't be reached`;
  }
  report(`Downloading Electron ${version} from ${host}.`);
  const code = await runInstaller();
  if (electronRuntime() !== null) return null;
  return code === null ? `the download from ${host} timed out` : `the download from ${host} failed`;
}

/** The exit code, or null after a timeout. */
function runInstaller(): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(folder, 'install.js')], {
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: downloadMs,
    });
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code));
  });
}
