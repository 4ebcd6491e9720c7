/**
 * Compares the Node that npm installed for the scripts with the one that nodejs.org publishes: npm has it from a package that
 * one person maintains. CI runs it after `npm ci`. There is none for a Mac, whose scripts run on the Node that is installed.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const distribution = 'https://nodejs.org/dist';
const maxBinaryBytes = 500_000_000;

export interface InstalledNode {
  readonly version: string;
  /** As nodejs.org names it, such as linux-x64. */
  readonly system: string;
  readonly binary: Buffer;
}

/** The SHA-256 of each file of a release, from its SHASUMS256.txt. Throws where a line is anything else. Pure. */
export function parseChecksums(text: string): ReadonlyMap<string, string> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return new Map(
    lines.map((line) => {
      const [, hash = '', file = ''] = /^([0-9a-f]{64}) [ *](\S+)\r?$/.exec(line) ?? [];
      if (file === '') throw new Error(`Not a line of checksums: ${line.slice(0, 100)}`);
      return [file, hash];
    }),
  );
}

/** Throws where the installed binary isn't the published one, byte for byte, or nothing says which that is. */
export async function checkNode(
  { version, system, binary }: InstalledNode,
  from = distribution,
): Promise<void> {
  const release = `${from}/v${version}`;
  const checksums = parseChecksums((await download(`${release}/SHASUMS256.txt`)).toString('utf8'));
  const published = (file: string): string => {
    const hash = checksums.get(file);
    if (hash === undefined) throw new Error(`${release}/SHASUMS256.txt doesn't name ${file}`);
    return hash;
  };
  // For Windows, the program has a checksum of its own. Elsewhere it is in an archive, which has one.
  if (system.startsWith('win-')) return requireSame(binary, published(`${system}/node.exe`), 'node.exe');
  const name = `node-v${version}-${system}`;
  const archive = await download(`${release}/${name}.tar.gz`);
  requireSame(archive, published(`${name}.tar.gz`), `${name}.tar.gz`);
  const program = execFileSync('tar', ['-xzOf', '-', `${name}/bin/node`], {
    input: archive,
    maxBuffer: maxBinaryBytes,
  });
  requireSame(binary, sha256(program), `${name}/bin/node`);
}

async function download(url: string): Promise<Buffer> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
}

function requireSame(content: Buffer, expected: string, name: string): void {
  const found = sha256(content);
  if (found !== expected) throw new Error(`${name} has the SHA-256 ${found}. nodejs.org has ${expected}.`);
}

function sha256(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Returns null where there is no package of Node for this system. */
export function installedNode(repository: string): InstalledNode | null {
  const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = join(repository, 'node_modules', `node-${system}`);
  if (!existsSync(folder)) return null;
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  return { version, system, binary: readFileSync(join(folder, 'bin', program)) };
}

if (import.meta.main) {
  const installed = installedNode(join(import.meta.dirname, '..'));
  if (installed === null) process.stdout.write('npm installs no Node for this system.\n');
  else {
    await checkNode(installed);
    process.stdout.write(
      `Node ${installed.version} (${installed.system}) is the one that nodejs.org publishes.\n`,
    );
  }
}
