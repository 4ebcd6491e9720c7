import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkNode, installedNode, parseChecksums } from './check-node.ts';

const version = '24.21.0';
const published = Buffer.from('the program as nodejs.org publishes it');
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

const files = new Map<string, Buffer>();
const server = createServer((request, response) => {
  const file = files.get(request.url ?? '');
  response.writeHead(file === undefined ? 404 : 200).end(file);
});
const folder = mkdtempSync(join(tmpdir(), 'lading-node-'));
let from = '';
let archive: Buffer;

beforeAll(async () => {
  const name = `node-v${version}-linux-x64`;
  mkdirSync(join(folder, name, 'bin'), { recursive: true });
  writeFileSync(join(folder, name, 'bin', 'node'), published);
  archive = execFileSync('tar', ['-czf', '-', '-C', folder, name]);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  from = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What the server has, as nodejs.org lays it out. */
function release(checksums: string, tarball = archive): void {
  files.clear();
  files.set(`/v${version}/SHASUMS256.txt`, Buffer.from(checksums));
  files.set(`/v${version}/node-v${version}-linux-x64.tar.gz`, tarball);
}
const checksums = () =>
  `${'0'.repeat(64)}  node-v${version}-headers.tar.gz\n${sha256(archive)}  node-v${version}-linux-x64.tar.gz\n${sha256(published)}  win-x64/node.exe\n`;

describe.each(['linux-x64', 'win-x64'])('the Node of %s', (system) => {
  test('is accepted if it is the published one, byte for byte', async () => {
    release(checksums());
    await checkNode({ version, system, binary: published }, from);
    const binary = Buffer.concat([published, Buffer.from('!')]);
    await expect(checkNode({ version, system, binary }, from)).rejects.toThrow('has the SHA-256');
  });

  test('is refused if the release is unknown, or names no checksum for it', async () => {
    release('');
    await expect(checkNode({ version, system, binary: published }, from)).rejects.toThrow("doesn't name");
    files.clear();
    await expect(checkNode({ version, system, binary: published }, from)).rejects.toThrow('answered 404');
  });
});

test('an archive without its checksum is not opened', async () => {
  release(checksums(), Buffer.concat([archive, Buffer.from('x')]));
  const checked = checkNode({ version, system: 'linux-x64', binary: published }, from);
  await expect(checked).rejects.toThrow('tar.gz has the SHA-256');
});

test('a list of checksums is read whole, or not at all', () => {
  const [a, b] = ['a'.repeat(64), 'b'.repeat(64)];
  expect([...parseChecksums(`${a}  node.tar.gz\r\n${b} *win-x64/node.exe\n\n`)]).toEqual([
    ['node.tar.gz', a],
    ['win-x64/node.exe', b],
  ]);
  for (const line of ['<html>', `${a.slice(1)}  x`, `${a} x`, `${a}  `, `${a.toUpperCase()}  x`])
    expect(() => parseChecksums(`${b}  ok\n${line}\n`)).toThrow('Not a line of checksums');
});

test('the installed one is that of the lock file', () => {
  const installed = installedNode(join(import.meta.dirname, '..'));
  if (installed === null) return;
  const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'));
  expect(installed.version).toBe(lock.packages[`node_modules/node-${installed.system}`].version);
  expect(installed.binary.length).toBeGreaterThan(10_000_000);
});
