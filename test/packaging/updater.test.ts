/**
 * The shipped updater with a feed over HTTP, opened as main would on Windows and macOS: on Linux main doesn't open one.
 * Nothing is installed.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildOutdated, dist } from '../../build/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'lading-update-'));
const installer = Buffer.alloc(300_000, 'a new Lading ');
const run = promisify(execFile);
let feed: Server;
let requestedPaths: string[] = [];
let sha512 = '';

function latest(): string {
  return [
    'version: 0.2.0',
    'files:',
    '  - url: Lading-0.2.0-linux-x86_64.AppImage',
    `    sha512: ${sha512}`,
    `    size: ${installer.length}`,
    'releaseDate: 2026-11-21T08:00:00.000Z',
    '',
  ].join('\n');
}

beforeAll(async () => {
  await buildOutdated();
  feed = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://feed');
    requestedPaths.push(pathname);
    if (pathname.endsWith('.yml')) response.end(latest());
    else if (pathname.endsWith('.AppImage')) response.end(installer);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  feed.close();
  rmSync(folder, { recursive: true, force: true });
});

function library(): string {
  const chunks = join(dist, 'chunks');
  const found = readdirSync(chunks)
    .filter((name) => name.endsWith('.js'))
    .filter((name) => readFileSync(join(chunks, name), 'utf8').includes('ERR_UPDATER_INVALID_SIGNATURE'));
  expect(found).toHaveLength(1);
  return join(chunks, found[0] ?? '');
}

async function update(name: string, hasFeed = true) {
  const resources = join(folder, name);
  mkdirSync(resources);
  const address = feed.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  if (hasFeed) {
    writeFileSync(
      join(resources, 'app-update.yml'),
      `provider: generic\nurl: http://127.0.0.1:${port}/lading\nupdaterCacheDirName: lading-updater\n`,
    );
  }
  requestedPaths = [];
  const { stdout } = await run(
    process.execPath,
    [join(import.meta.dirname, 'run-updater.ts'), library(), resources],
    {
      env: {
        ...process.env,
        APPIMAGE: join(resources, 'Lading.AppImage'),
        XDG_CACHE_HOME: join(resources, 'cache'),
      },
    },
  );
  return { result: JSON.parse(stdout), downloadDir: join(resources, 'cache', 'lading-updater', 'pending') };
}

describe.skipIf(process.platform !== 'linux')('the shipped updater', () => {
  test('is off where the package has no feed', async () => {
    const { result } = await update('off', false);
    expect(result).toMatchObject({ off: 'no-feed', version: null });
    expect(requestedPaths).toEqual([]);
  });

  test('finds a newer version and downloads it', async () => {
    sha512 = createHash('sha512').update(installer).digest('base64');
    const { result, downloadDir } = await update('on');
    expect(result).toMatchObject({ off: 'not-signed', version: '0.2.0', failure: null });
    expect(requestedPaths).toContain('/lading/latest-linux.yml');
    const file = join(downloadDir, 'Lading-0.2.0-linux-x86_64.AppImage');
    expect(readFileSync(file).equals(installer)).toBe(true);
  });

  test('deletes a download whose hash differs from the feed', async () => {
    sha512 = createHash('sha512').update('another').digest('base64');
    const { result, downloadDir } = await update('forged');
    expect(result).toMatchObject({ version: '0.2.0', failure: 'ERR_CHECKSUM_MISMATCH' });
    expect(
      existsSync(downloadDir) ? readdirSync(downloadDir).filter((name) => name.endsWith('.AppImage')) : [],
    ).toEqual([]);
  });
});

test('main loads the updater only when it is needed', () => {
  const name = library().split('/').at(-1) ?? '';
  const main = readFileSync(join(dist, 'main', 'index.js'), 'utf8');
  expect(main).toContain(`import("../chunks/${name}")`);
  expect(main).not.toMatch(new RegExp(`from "[^"]*${name}"`));
});
