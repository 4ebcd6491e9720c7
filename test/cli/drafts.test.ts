/** Drafts of the window: both use the same state folder. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorText } from '../../main/cli/words/errors.ts';
import * as words from '../../main/cli/words/uploads.ts';
import { openEngine } from '../../main/engine/index.ts';
import { type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { failure } from '../../preload/contract/failures/failure.ts';
import { unwrap } from '../fixtures/result.ts';
import { uploadRequest } from '../fixtures/upload-request.ts';
import { jsonLines } from './command.ts';
import { lading } from './in-process.ts';

let dir = '';
let sandbox: Sandbox;
let state = '';

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'lading-drafts-'));
  mkdirSync(join(dir, 'evidence'));
  writeFileSync(join(dir, 'evidence', 'a.txt'), 'a letter of some words\n');
  writeFileSync(join(dir, 'evidence', 'empty.txt'), '');
  sandbox = await startSandbox({ dataDir: join(dir, 'sandbox'), port: 0 });
  state = join(dir, 'state');
  const engine = unwrap(openEngine({ stateDir: state, command: 'the window', version: '0' }));
  unwrap(await engine.connect({ serverUrl: sandbox.url, apiKey: sandbox.apiKey, profilePath: null }));
  const request = uploadRequest({ databaseId: sandbox.databaseId, sources: [join(dir, 'evidence')] });
  unwrap(await engine.prepare(request, new AbortController().signal, { isDraft: true }));
  await engine.close();
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
});

const withKey = () => ({ env: { LADING_API_KEY: sandbox.apiKey } });

it('resume leaves drafts alone and mentions them', async () => {
  expect(await lading(['resume', '--state', state], withKey())).toEqual({
    code: 0,
    out: `${words.resume.nothing(1)}\n`,
    err: '',
  });
  expect(await sandbox.inspect('datasets')).toEqual([]);
});

it.each([[[]], [['--retry-failed']], [['--needs-review', 'retry']]])(
  'resume of a draft says what it is and where to start it: %j',
  async (more) => {
    const { code, err } = await lading(['resume', '1', '--state', state, ...more], withKey());
    const expected = failure('upload-not-started', { uploadId: 1 }).failure;
    expect(err).toBe(`error: ${errorText(expected)}\n`);
    expect(code).toBe(1);
    expect(await sandbox.inspect('datasets')).toEqual([]);
  },
);

it('status counts the files of each upload in which something was found', async () => {
  const { out } = await lading(['status', '--state', state]);
  const { columns } = words.status;
  const [heads = [], cells = []] = out.split('\n').map((line) => line.trim().split(/ {2,}/));
  expect(cells[heads.indexOf(columns.found)]).toBe('1');
  const [upload] = jsonLines((await lading(['status', '--state', state, '--json'])).out);
  expect(upload).toMatchObject({ exceptions: { empty: 1, damaged: 0 } });
});

it('status shows a draft as one', async () => {
  expect((await lading(['status', '--state', state])).out).toContain(`1  ${words.draft} `);
  expect((await lading(['status', '1', '--state', state])).out).toMatch(/^Upload 1: draft$/m);
  const json = await lading(['status', '--state', state, '--json']);
  expect(jsonLines(json.out)).toMatchObject([{ state: 'ready', startedAt: null }]);
});
