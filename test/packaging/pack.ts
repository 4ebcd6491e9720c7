/** Runs the real packager with a fake Electron, up to the folder from which it would build installers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Arch, build, type Configuration, Platform } from 'electron-builder';
import { type Target, writeFakeElectron } from './fake-electron.ts';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

export interface Packed {
  /** The folder of the program. */
  readonly app: string;
  readonly asar: string;
  /** The file that contains the fuses. */
  readonly program: string;
}

/** Windows' integrity resource needs a real .exe. */
const unavailableSteps: Configuration = {
  disableAsarIntegrity: true,
  win: { signAndEditExecutable: false },
  mac: { identity: null },
};

const platforms = { linux: Platform.LINUX, win: Platform.WINDOWS, mac: Platform.MAC };

/** Packs in this process, which loads the packager once. Returns its output folder. */
export async function packInto(
  target: Target,
  arch: 'x64' | 'arm64',
  folder: string,
  config: Configuration = {},
): Promise<string> {
  const electron = join(folder, 'electron');
  const out = join(folder, 'out');
  writeFakeElectron(electron, target);
  await build({
    targets: platforms[target].createTarget('dir', Arch[arch]),
    projectDir: repository,
    publish: 'never',
    config: {
      extends: 'electron-builder.yml',
      electronDist: electron,
      directories: { output: out },
      ...unavailableSteps,
      ...config,
    },
  });
  return out;
}

/** Runs the packager as `npm run package` does. */
export async function runBuilder(args: readonly string[]): Promise<{ code: number; output: string }> {
  const cli = join(repository, 'node_modules', 'electron-builder', 'cli.js');
  const child = spawn(process.execPath, [cli, ...args, '--publish', 'never'], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code] = await once(child, 'close');
  return { code: Number(code), output };
}

/** A package that isn't signed. */
export async function pack(target: Target, arch: 'x64' | 'arm64', folder: string): Promise<Packed> {
  const out = await packInto(target, arch, folder, { forceCodeSigning: false });
  const [asar] = globSync('**/app.asar', { cwd: out });
  if (asar === undefined) throw new Error(`No app.asar in ${out}.`);
  const [top = ''] = asar.split(/[\\/]/);
  const app = join(out, top);
  const names = { linux: 'lading', win: 'Lading.exe', mac: 'Lading.app' };
  return { app, asar: join(out, asar), program: join(app, names[target]) };
}
