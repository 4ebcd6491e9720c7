import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { warningPrefix } from '../../main/cli/words/errors.ts';
import { states } from '../../main/cli/words/progress.ts';
import * as words from '../../main/cli/words/uploads.ts';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { uploadId } from '../fixtures/progress.ts';
import { binEntry, jsonLines, type Running, resumeCommandIn, start, uploadingLine } from './command.ts';
import { lading } from './in-process.ts';
import { acceptedIn, last, makeUploadEvidence } from './upload-evidence.ts';

const { dir, expectWhole, holdUploads, options, receivedIn, releaseUploads, sandbox, uploadArgs } =
  await makeUploadEvidence();

const first = uploadId(1);

describe('Ctrl-C', () => {
  beforeEach(() => holdUploads());
  afterEach(releaseUploads);

  it.each([
    ['the command itself', undefined],
    ['bin.js in front of it', binEntry],
  ])('to %s stops cleanly with 3, and prints a command that resumes the upload', async (_what, script) => {
    const name = script === undefined ? 'stopped' : 'stopped-bin';
    const state = join(dir, name);
    const running = start(uploadArgs(state, name), {
      ...options(),
      ...(script === undefined ? {} : { script }),
    });
    await running.prints(uploadingLine);
    running.child.kill('SIGINT');
    const stopped = await running.ended;
    expect(stopped.code).toBe(3);
    expect(stopped.err).toBe('');
    // Parts may be under way or not.
    expect(stopped.out).toMatch(/^(Stopping\. Everything|Finishing the parts )/m);
    expect(stopped.out).toMatch(/^Stopped\. Upload 1 is kept: /m);
    const hint = resumeCommandIn(stopped.out);
    expect(hint).toBe(`resume 1 --state ${state}`);

    releaseUploads();
    const resumed = await lading(hint.split(' '), options(sandbox.keys.databaseAdmin));
    expect(resumed.err).toMatch(new RegExp(`^${warningPrefix} Upload 1 was started with key \\w+\\. `));
    expect(acceptedIn(resumed.out)).toMatch(/^4 files, 15\.0 MB/);
    expect(resumed.code).toBe(0);
    await expectWhole(name);
    const once = await lading(['resume', '1', '--state', state], options());
    expect(once.out.split('\n')).toContain(words.resume.finished(first));
    expect(once.code).toBe(0);
  });

  it('before an upload is created ends with 5, which says to run the same command again', async () => {
    holdUploads('GetDatabase');
    const state = join(dir, 'not-created');
    const running = start(uploadArgs(state, 'Not created'), options());
    await running.prints('Connected to ');
    running.child.kill('SIGINT');
    const stopped = await running.ended;
    expect(stopped.err).toContain(failureText({ code: 'stopped-before-upload' }));
    expect(stopped.code).toBe(5);
    expect((await lading(['status', '--state', state])).out).toBe(`${words.status.none}\n`);
  });

  it('bin.js killed outright: the command behind it notices and stops cleanly', async () => {
    const state = join(dir, 'orphan');
    const running = start(uploadArgs(state, 'Orphan'), {
      ...options(),
      script: binEntry,
    });
    await running.prints(uploadingLine);
    running.child.kill('SIGKILL');
    const { out } = await running.ended;
    expect(out).toMatch(/^Stopped\. Upload 1 is kept: /m);
    expect((await lading(['status', '--state', state])).out).toContain(`1  ${states.paused}`);
  });

  it('killed outright itself, leaves an upload that status calls interrupted, and that can be resumed', async () => {
    const state = join(dir, 'killed');
    const running = start(uploadArgs(state, 'Killed'), options());
    await running.prints(uploadingLine);
    running.child.kill('SIGKILL');
    await running.ended;
    expect((await lading(['status', '--state', state])).out).toContain(`1  ${words.interrupted}  Killed`);
    expect(jsonLines((await lading(['status', '--state', state, '--json'])).out)).toMatchObject([
      { id: 1, state: 'paused', stoppedBy: { code: 'interrupted' } },
    ]);
    const { out } = await lading(['status', '1', '--state', state]);
    expect(out).toContain(failureText({ code: 'interrupted' }));
    releaseUploads();
    const resumed = await lading(resumeCommandIn(out).split(' '), options());
    expect(resumed.code).toBe(0);
    await expectWhole('Killed');
  });

  it('with --json prints an error that names the upload', async () => {
    const running = start(uploadArgs(join(dir, 'stopped-json'), 'StoppedJson', '--json'), options());
    await running.prints('"state":"uploading"');
    running.child.kill('SIGTERM');
    const stopped = await running.ended;
    expect(last(stopped)).toMatchObject({
      event: 'error',
      code: 'stopped',
      upload: 1,
      resume: expect.stringContaining('resume 1'),
    });
    expect(stopped.code).toBe(3);
  });
});

describe('Ctrl-C while parts are under way on a slow line', () => {
  function startSlow(name: string): Running {
    const folder = join(dir, `${name} evidence`);
    mkdirSync(folder);
    for (const file of ['a', 'b', 'c']) writeFileSync(join(folder, file), randomBytes(5_000_000));
    const where = ['--database', String(sandbox.databaseId), '--dataset', name, '--state', join(dir, name)];
    const slow = ['--limit-rate', '1M', '--concurrency', '2', '--json'];
    return start(['upload', folder, ...where, ...slow], options());
  }

  /** The first line that comes when more than two seconds' worth is sent: one line a second, and eight for the two parts. */
  const muchOfParts = /("state":"uploading"[\s\S]*){4}\n/;

  it('finishes them, says how long it takes and what stopping costs, and loses nothing', async () => {
    const running = startSlow('finishing');
    await running.prints(muchOfParts);
    running.child.kill('SIGINT');
    const stopped = await running.ended;
    const lines = jsonLines(stopped.out);
    expect(lines.find(({ event }) => event === 'finishing')).toMatchObject({ sentBytes: expect.any(Number) });
    expect(lines.some(({ event }) => event === 'stopping')).toBe(false);
    expect(lines.at(-1)).toMatchObject({ event: 'error', code: 'stopped', upload: 1 });
    expect(stopped.code).toBe(3);
    const received = await receivedIn('finishing');
    expect(received.filter(({ partCount }) => partCount === 1).length).toBeGreaterThanOrEqual(1);
  });

  it('stops at once when it is pressed again', async () => {
    const running = startSlow('stopping now');
    await running.prints(muchOfParts);
    running.child.kill('SIGINT');
    await running.prints('"event":"finishing"');
    // Sooner, it would be the same Ctrl-C, repeated by npx.
    await delay(400);
    running.child.kill('SIGINT');
    const stopped = await running.ended;
    expect(stopped.out).toContain('"event":"stopping"');
    expect(stopped.code).toBe(3);
  });
});

describe('a bandwidth limit', () => {
  it('is kept when the upload is resumed, until it is turned off', async () => {
    const state = join(dir, 'limited');
    const limited = start(uploadArgs(state, 'Limited', '--limit-rate', '1M'), options());
    await limited.prints(uploadingLine);
    limited.child.kill('SIGTERM');
    expect((await limited.ended).code).toBe(3);

    const resumed = start(['resume', '1', '--state', state, '--json'], options());
    await resumed.prints(/"bytesPerSecond":[1-9]/);
    resumed.child.kill('SIGTERM');
    const { out, code } = await resumed.ended;
    const speeds = jsonLines(out).map(({ bytesPerSecond }) => Number(bytesPerSecond ?? 0));
    expect(Math.max(...speeds)).toBeLessThan(3_000_000);
    expect(code).toBe(3);

    const unlimited = await lading(['resume', '1', '--state', state, '--limit-rate', 'off'], options());
    expect(unlimited.code).toBe(0);
    await expectWhole('Limited');
  });
});
