/** Runs the real packager with a fake Electron, up to the folder from which it would build installers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Target, writeFakeElectron } from './fake-electron.ts';

export const repository = fileURLToPath(new URL('../..', import.meta.url));

export interface Packed {
  /** The folder of the program. */
  readonly app: string;
  readonly asar: string;
  /** The file that contains the fuses. */
  readonly program: string;
}

/** Nothing is signed, and Windows' integrity resource needs a real .exe. */
const unavailableSteps = [
  '-c.forceCodeSigning=false',
  '-c.win.signAndEditExecutable=false',
  '-c.mac.identity=null',
  '-c.disableAsarIntegrity=true',
];

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

export async function pack(target: Target, arch: 'x64' | 'arm64', folder: string): Promise<Packed> {
  const electron = join(folder, 'electron');
  const out = join(folder, 'out');
  writeFakeElectron(electron, target);
  const folders = [`-c.electronDist=${electron}`, `-c.directories.output=${out}`];
  const { code, output } = await runBuilder([
    `--${target}`,
    'dir',
    `--${arch}`,
    ...folders,
    ...unavailableSteps,
  ]);
  if (code !== 0) throw new Error(output);
  const [asar] = globSync('**/app.asar', { cwd: out });
  if (asar === undefined) throw new Error(`No app.asar.\n${output}`);
  const [top = ''] = asar.split(/[\\/]/);
  const app = join(out, top);
  const names = { linux: 'lading', win: 'Lading.exe', mac: 'Lading.app' };
  return { app, asar: join(out, asar), program: join(app, names[target]) };
}
