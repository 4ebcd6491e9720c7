import { cpSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { warningPrefix } from '../../main/cli/words/errors.ts';
import { states } from '../../main/cli/words/progress.ts';
import { written as receiptWords } from '../../main/cli/words/receipts.ts';
import * as words from '../../main/cli/words/uploads.ts';
import { openEngine } from '../../main/engine/index.ts';
import { reasonText } from '../../preload/contract/failures/failure-table.ts';
import { windowCommand } from '../../preload/contract/failures/store-holder-text.ts';
import { answerJson, startHttpServer } from '../fakes/http-server.ts';
import { uploadId } from '../fixtures/progress.ts';
import { unwrap } from '../fixtures/result.ts';
import { start, uploadingLine } from './command.ts';
import { lading } from './in-process.ts';
import { makeUploadEvidence } from './upload-evidence.ts';

const { dir, expectWhole, holdUploads, options, releaseUploads, sandbox, uploadArgs } =
  await makeUploadEvidence();

const first = uploadId(1);

describe('beside a running upload', () => {
  beforeEach(() => holdUploads());
  afterEach(releaseUploads);

  it('status, receipt, and verify work', async () => {
    const state = join(dir, 'busy');
    const running = start(uploadArgs(state, 'Busy'), options());
    await running.prints(uploadingLine);
    expect((await lading(['status', '--state', state])).out).toContain(`1  ${states.uploading}  Busy`);
    const out = join(dir, 'busy.json');
    const written = await lading(['receipt', '1', '--out', out, '--state', state]);
    expect(written).toMatchObject({ code: 0, err: '' });
    expect(written.out).toContain(receiptWords.path(first, out));
    expect((await lading(['verify', out, '--state', state])).code).toBe(0);
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(3);
  });

  it('a second upload waits for its turn, says for what, and is sent', async () => {
    const state = join(dir, 'queue');
    const running = start(uploadArgs(state, 'Queue 1'), options());
    await running.prints(uploadingLine);
    const second = start(uploadArgs(state, 'Queue 2'), options());
    await second.prints(/^Waiting for “lading upload”, process \d+ on .+ to finish\./m);
    const third = start(uploadArgs(state, 'Queue 3', '--json'), options());
    await third.prints('"event":"queued"');
    third.child.kill('SIGINT');
    expect((await third.ended).code).toBe(5);
    releaseUploads();
    expect((await running.ended).code).toBe(0);
    expect((await second.ended).code).toBe(0);
    await expectWhole('Queue 1');
    await expectWhole('Queue 2');
    expect((await sandbox.inspect('datasets')).map(({ name }) => name)).not.toContain('Queue 3');
  });

  it('an upload beside the window says to use the window', async () => {
    const state = join(dir, 'window');
    const engine = unwrap(openEngine({ stateDir: state, command: windowCommand, version: '0' }));
    const { code, err } = await lading(uploadArgs(state, 'Window'), options());
    await engine.close();
    expect(err).toMatch(/in use by the Lading window on .*quit Lading and try again\.\n$/);
    expect(code).toBe(1);
  });

  it('pause stops it, and cancel ends it, from another process', async () => {
    // Nothing is sent: what may have been accepted couldn't be canceled.
    holdUploads('PostSourceFilePart');
    const state = join(dir, 'control');
    const running = start(uploadArgs(state, 'Control'), options());
    await running.prints(uploadingLine);
    const paused = await lading(['pause', '1', '--state', state]);
    expect(paused).toEqual({ code: 0, out: `${words.control.paused(first)}\n`, err: '' });
    expect((await running.ended).code).toBe(3);
    expect((await lading(['status', '--state', state])).out).toContain(`1  ${states.paused}`);
    expect((await lading(['status', '1', '--state', state])).out).toMatch(/^ {2}Begun .*, 0 B of it sent$/m);
    expect((await lading(['pause', '--state', state])).out).toBe(`${words.control.nothingRuns}\n`);

    const again = start(['resume', '1', '--state', state], options());
    await again.prints(`${states.uploading}  `);
    const unasked = await lading(['cancel', '1', '--state', state]);
    expect(unasked.err).toContain('--yes');
    expect(unasked.code).toBe(1);
    const cancelled = await lading(['cancel', '1', '--yes', '--state', state]);
    expect(cancelled).toEqual({ code: 0, out: `${words.control.cancelled(first)}\n`, err: '' });
    expect((await again.ended).code).toBe(1);
    const status = await lading(['status', '1', '--state', state]);
    expect(status.out).toContain(reasonText({ code: 'cancelled' }));
    expect(status.out).toMatch(/^ {2}Canceled +\d+ files?, /m);
    expect(status.out).not.toMatch(/^ {2}Skipped +\d+ files?, /m);
    expect((await lading(['resume', '1', '--state', state], options())).code).toBe(1);
  });

  it('cancel works when nothing runs, on an upload that was stopped', async () => {
    const state = join(dir, 'control-idle');
    const running = start(uploadArgs(state, 'Idle'), options());
    await running.prints(uploadingLine);
    running.child.kill('SIGINT');
    await running.ended;
    expect((await lading(['cancel', '1', '--yes', '--state', state])).code).toBe(0);
    const { out } = await lading(['status', '--state', state]);
    expect(out).toContain(`1  ${states.cancelled}`);
    expect(out).toContain(words.status.columns.cancelled);
  });

  it('a reader that goes away, as head does, stops it quietly, and it can be resumed', async () => {
    const state = join(dir, 'head');
    const running = start(uploadArgs(state, 'Head', '--limit-rate', '3M', '--json'), options());
    await running.prints('"state":"uploading"');
    running.child.stdout?.destroy();
    const { code, err } = await running.ended;
    expect(err).toBe('');
    expect(code).toBe(3);
    releaseUploads();
    const resumed = await lading(['resume', '1', '--state', state, '--limit-rate', 'off'], options());
    expect(resumed.code).toBe(0);
    await expectWhole('Head');
  });
});

it('an upload that sent nothing is asked about where its folder went to another database meanwhile', async () => {
  const state = join(dir, 'elsewhere');
  holdUploads('PostSourceFilePart');
  const running = start(uploadArgs(state, 'Here'), options());
  await running.prints(uploadingLine);
  running.child.kill('SIGINT');
  expect((await running.ended).code).toBe(3);
  releaseUploads();
  const there = uploadArgs(state, 'There').with(uploadArgs(state, '').indexOf('--database') + 1, '2002');
  expect(await lading(there, options())).toMatchObject({ code: 0, err: '' });
  const resume = ['resume', '1', '--state', state];
  const refused = await lading(resume, options());
  expect(refused.err).toContain('went to “Acme investigation”, not to “Doe v. Roe”');
  expect(refused.code).toBe(1);
  expect(await lading([...resume, '--confirm-database', 'Doe v. Roe'], options())).toMatchObject({ code: 0 });
  await expectWhole('Here');
});

it('resume sends no server a key that was used with another one, unless it is named', async () => {
  const unnamed = { env: { LADING_API_KEY: sandbox.apiKey }, cwd: dir };
  await using other = await startHttpServer((_, response) => answerJson(response, 401, {}));
  const address = other.url.href;
  const state = join(dir, 'two-servers');
  cpSync(join(dir, 'busy'), state, { recursive: true });
  const db = new Sqlite(join(state, 'lading.db'));
  const columns = db
    .prepare<[], string>("SELECT name FROM pragma_table_info('uploads')")
    .pluck()
    .all()
    .filter((name) => name !== 'id' && name !== 'uuid');
  db.exec(`INSERT INTO uploads (uuid, ${columns.join()}) SELECT 'other', ${columns.join()} FROM uploads;
    UPDATE uploads SET server_url = '${address}', key_id = 'another' WHERE id = 2`);
  db.close();
  const refused = await lading(['resume', '2', '--state', state], unnamed);
  expect(refused.err).toContain(
    `Upload 2 belongs to ${address}, and this API key was used with another server.`,
  );
  expect(refused.code).toBe(1);
  const all = await lading(['resume', '--state', state], unnamed);
  expect(all.err).toContain(words.resume.otherKeyServer(uploadId(2), address));
  expect(all.code).toBe(3);
  expect(other.seen).toEqual([]);
  await lading(['resume', '2', '--state', state, '--server', address], unnamed);
  expect(other.seen[0]?.headers.authorization).toBe(`Bearer ${sandbox.apiKey}`);
});

it('resume uses the server of the upload, not the one in the environment', async () => {
  const state = join(dir, 'busy');
  const other = {
    env: { LADING_API_KEY: sandbox.apiKey, LADING_SERVER: 'https://other.example.com' },
    cwd: dir,
  };
  const refused = await lading(['resume', '1', '--state', state], other);
  expect(refused.err).toMatch(/Upload 1 belongs to http:\/\/127\.0\.0\.1/);
  expect(refused.code).toBe(1);
  const all = await lading(['resume', '--state', state], other);
  expect(all.err).toBe(`${warningPrefix} ${words.resume.otherServer(first, `${sandbox.url}/`)}\n`);
  expect(all.code).toBe(3);
});
