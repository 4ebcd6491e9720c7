/** `lading sandbox --delete-data`: deletes the copies of evidence, and the uploads to it say so. */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { states } from '../../main/cli/words/progress.ts';
import { sandbox as words } from '../../main/cli/words/sandbox.ts';
import { startSandbox } from '../../main/sandbox/index.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { cleanEnv, entry, jsonLines, start, uploadingLine } from './command.ts';
import { lading } from './in-process.ts';

const dir = mkdtempSync(join(tmpdir(), 'lading-cli-sandbox-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

it('sandbox data is deleted after a yes, not while it is in use, and unfinished uploads are cancelled', async () => {
  const state = join(dir, 'state');
  const dataDir = join(state, 'sandbox');
  const evidence = join(dir, 'evidence');
  mkdirSync(evidence);
  writeFileSync(join(evidence, 'disk.img'), Buffer.alloc(20_000_000, 1));
  const platform = await startSandbox({ dataDir });
  const to = ['--server', platform.url, '--database', String(platform.databaseId), '--dataset', 'D'];
  const running = start(['upload', evidence, ...to, '--limit-rate', '3M', '--state', state], {
    env: { LADING_API_KEY: platform.apiKey },
  });
  await running.prints(uploadingLine);
  running.child.kill('SIGINT');
  await running.ended;

  const remove = (...more: readonly string[]) =>
    lading(['sandbox', '--delete-data', '--state', state, ...more]);
  const inUse = await remove('--yes');
  expect(inUse.err).toContain(failureText({ code: 'sandbox-data-in-use', path: dataDir }));
  expect(inUse.code).toBe(1);
  await platform.stop();
  const unasked = await remove();
  expect(unasked.err).toMatch(/Nothing was deleted. The [\d.]+ [kM]?B of sandbox data in .*--yes/);
  expect(unasked.err).not.toContain('canceled');
  expect([unasked.code, existsSync(dataDir)]).toEqual([1, true]);

  const deleted = await remove('--yes');
  expect(deleted).toMatchObject({ code: 0, err: '' });
  expect(existsSync(dataDir)).toBe(false);
  const status = await lading(['status', '1', '--state', state]);
  expect(status.out).toContain(states.cancelled);
  expect(status.out).toContain(failureText({ code: 'sandbox-data-deleted' }));
  expect((await remove('--yes')).out).toBe(`${words.nothingToDelete(dataDir)}\n`);
});

it.runIf(process.platform !== 'win32')(
  'over TLS, the commands that it prints trust its CA, and open its page once per address',
  async () => {
    const state = join(dir, "it's TLS");
    const running = start(['sandbox', '--tls', '--port', '0', '--state', state]);
    await running.prints(`${words.stop}\n`);
    const shown = (pattern: RegExp): string => pattern.exec(running.printed())?.[1] ?? '';
    const evidence = join(dir, 'tls-evidence');
    mkdirSync(evidence);
    writeFileSync(join(evidence, 'a.txt'), 'evidence');
    const program = join(dir, 'lading');
    writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${entry}" "$@"\n`, { mode: 0o700 });
    const run = promisify(execFile);
    const shell = (command: string) =>
      run('sh', ['-c', command], { env: cleanEnv({ PATH: `${dir}:${process.env['PATH']}` }) });
    const upload = shown(/^ {2}(.* lading upload .*)$/m).replace(words.exampleFolder, evidence);
    const uploaded = await shell(`${upload} --state '${join(dir, 'tls-state')}'`);
    expect(uploaded.stderr).toBe('');

    const ca = readFileSync(shown(/^ {2}CA file +(.+)$/m));
    const open = async (address: string) => {
      const [response] = await once(get(address, { ca, agent: false }), 'response');
      response.resume();
      return response.statusCode;
    };
    const page = shown(/^ {2}Web page +(.+)$/m);
    expect([await open(new URL(page).origin), await open(page), await open(page)]).toEqual([403, 303, 403]);
    const other = await shell(shown(/^ {2}(lading sandbox --page .*)$/m));
    expect(await open(other.stdout.trim())).toBe(303);
    running.child.kill('SIGINT');
    await running.ended;
    const stopped = await lading(['sandbox', '--page', '--state', state]);
    expect(stopped).toMatchObject({ code: 1, out: '' });
    expect(stopped.err).toContain(failureText({ code: 'sandbox-not-running' }));
  },
);

it('prints a key for each role, and serves the form of the interface that was chosen', async () => {
  const running = start(['sandbox', '--port', '0', '--form', 'base', '--state', join(dir, 'form'), '--json']);
  let printed = '';
  running.child.stdout?.on('data', (text: string) => {
    printed += text;
  });
  await running.prints(/"event":"sandbox".*\n/);
  const { url, keys } = z
    .object({ url: z.string(), keys: z.record(z.string(), z.string()) })
    .parse(jsonLines(printed)[0]);
  const status = async (role: string, path: string) =>
    (await fetch(`${url}/v1${path}`, { headers: { authorization: `Bearer ${keys[role]}` } })).status;
  expect(Object.keys(keys).sort()).toEqual(['admin', ...Object.keys(words.roles)].sort());
  for (const role of Object.keys(words.roles)) {
    expect([role, await status(role, '/users/me')]).toEqual([role, role === 'revoked' ? 401 : 200]);
  }
  expect(await status('admin', '/organizations/101/users')).toBe(200);
  expect(await status('admin', '/organizations/101/invitations')).toBe(404);
  running.child.kill('SIGINT');
  await running.ended;
});

it('another command finds the sandbox that runs with the data folder, whatever its port', async () => {
  const state = join(dir, 'found');
  const sandbox = await startSandbox({ dataDir: join(state, 'sandbox') });
  const page = await lading(['sandbox', '--page', '--state', state]);
  expect(new URL(page.out.trim()).origin).toBe(sandbox.url);
  expect((await fetch(page.out.trim(), { redirect: 'manual' })).status).toBe(303);
  const keys = await lading(['sandbox', '--keys', '--state', state]);
  for (const shown of [sandbox.url, ...Object.values(sandbox.keys)]) expect(keys.out).toContain(shown);
  sandbox.kill();
  await sandbox.exited;
  // A killed sandbox leaves its address behind.
  expect(existsSync(join(state, 'sandbox', 'running.json'))).toBe(true);
  for (const option of ['--page', '--keys']) {
    const ended = await lading(['sandbox', option, '--state', state]);
    expect(ended).toMatchObject({ code: 1, out: '' });
    expect(ended.err).toContain(failureText({ code: 'sandbox-not-running' }));
  }
});

it('deletes nothing but sandbox data from the folder that a person names', async () => {
  const folder = join(dir, 'named');
  const original = join(folder, 'original.pst');
  mkdirSync(folder);
  const remove = () =>
    lading(['sandbox', '--delete-data', '--yes', '--data', folder, '--state', join(dir, 's')]);
  await (await startSandbox({ dataDir: folder, tls: true })).stop();
  writeFileSync(original, 'evidence');
  expect((await remove()).code).toBe(0);
  expect(readdirSync(folder)).toEqual(['original.pst']);
  expect(await remove()).toEqual({ code: 0, out: `${words.nothingToDelete(folder)}\n`, err: '' });
  expect(existsSync(original)).toBe(true);
});
