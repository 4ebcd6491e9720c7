import { randomBytes } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorPrefix, warningPrefix } from '../../main/cli/words/errors.ts';
import { percentDone, states } from '../../main/cli/words/progress.ts';
import { differenceKinds, written } from '../../main/cli/words/receipts.ts';
import * as words from '../../main/cli/words/uploads.ts';
import { openEngine } from '../../main/engine/index.ts';
import { type InspectedSourceFile, type Sandbox, startSandbox } from '../../main/sandbox/index.ts';
import { reasonText } from '../../preload/contract/failure-text.ts';
import { uploadId } from '../fixtures/progress.ts';
import { unwrap } from '../fixtures/result.ts';
import { mountSmallDisk } from '../fixtures/small-disk.ts';
import {
  binEntry,
  type CommandResult,
  jsonLines,
  lading,
  type Running,
  type RunOptions,
  resumeCommandIn,
  start,
  uploadingLine,
} from './command.ts';

const first = uploadId(1);

let dir = '';
let evidence = '';
let sandbox: Sandbox;

const files: Readonly<Record<string, Buffer>> = {
  'Smith/mail.pst': randomBytes(3_000_000),
  'Smith/notes/今日.txt': Buffer.from('今日は'),
  'Jones/empty.txt': Buffer.alloc(0),
  'Jones/disk.E01': randomBytes(12_000_000),
};

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'lading-upload-'));
  evidence = join(dir, 'evidence');
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(evidence, name, '..'), { recursive: true });
    writeFileSync(join(evidence, name), content);
  }
  sandbox = await startSandbox({ dataDir: join(dir, 'sandbox'), port: 0 });
});
afterAll(async () => {
  await sandbox.stop();
  rmSync(dir, { recursive: true, force: true });
});

function options(key = sandbox.apiKey): RunOptions {
  return { env: { LADING_API_KEY: key, LADING_SERVER: sandbox.url }, cwd: dir };
}

function uploadArgs(state: string, dataset: string, ...more: readonly string[]): string[] {
  const where = ['--database', String(sandbox.databaseId), '--dataset', dataset, '--state', state];
  return ['upload', 'evidence', ...where, ...more];
}

async function receivedIn(dataset: string): Promise<readonly InspectedSourceFile[]> {
  const all = await sandbox.inspect('datasets');
  const id = all.find((one) => one.name === dataset)?.id ?? -1;
  return sandbox.inspect('source-files', { datasetId: id });
}

/** Every file once, byte for byte. */
async function expectWhole(dataset: string): Promise<void> {
  const received = await receivedIn(dataset);
  expect(received.map((one) => basename(one.filename)).sort()).toEqual(
    Object.keys(files)
      .map((name) => basename(name))
      .sort(),
  );
  for (const one of received) {
    const [, content] =
      Object.entries(files).find(([name]) => basename(name) === basename(one.filename)) ?? [];
    expect(readFileSync(one.assembledPath ?? '').equals(content ?? Buffer.from('?'))).toBe(true);
  }
}

/** The text after the label of the summary's first line. */
function acceptedIn(out: string): string {
  const label = words.itemStates.accepted;
  const line = out.split('\n').find((one) => one.startsWith(`${label} `)) ?? '';
  return line.slice(label.length).trim();
}

function last(ended: CommandResult): Record<string, unknown> | undefined {
  return jsonLines(ended.out).at(-1);
}

describe('an upload', () => {
  it('is received completely, with its custodians and a receipt', async () => {
    const state = join(dir, 'whole');
    const sent = await lading(uploadArgs(state, 'Whole', '--custodian-by', 'folder:1'), options());
    expect(sent.err).toBe('');
    expect(sent.out).toMatch(/^Connected to http:\/\/127\.0\.0\.1:\d+\/ as /m);
    expect(sent.out).toContain(uploadingLine);
    expect(sent.out).toContain(`${states.finished}  ${percentDone(100)}`);
    expect(acceptedIn(sent.out)).toMatch(/^4 files, 15\.0 MB in dataset \d+ “Whole”$/);
    expect(sent.out).toContain(`lading receipt 1 --out receipt-1.json --state ${state}\n`);
    expect(sent.out).not.toContain('\u001B');
    expect(sent.code).toBe(0);
    await expectWhole('Whole');
    const custodians = (await receivedIn('Whole')).map((one) => one.custodian);
    expect(custodians.sort()).toEqual(['Jones', 'Jones', 'Smith', 'Smith']);

    const status = await lading(['status', '--state', state]);
    expect(status.out).toMatch(/^ +1 {2}finished {2}Whole +Doe v\. Roe \(sandbox\) +4 +4 +15\.0 MB +0 +0$/m);
    const out = join(dir, 'receipt.json');
    const issued = await lading(['receipt', '1', '--state', state, '--out', out]);
    expect(issued.code).toBe(0);
    const head = /[0-9a-f]{64}/.exec(issued.out)?.[0] ?? '';
    expect(issued.out.split('\n')).toContain(written.head(head));
    expect((await lading(['receipt', '1', '--state', state, '--out', out])).err).toContain('--force');
    expect((await lading(['receipt', '1', '--state', state, '--out', out, '--force'])).code).toBe(0);
    const csv = await lading(['receipt', '1', '--state', state, '--format', 'csv']);
    expect(csv.out.split(/\r?\n/).filter((line) => line.includes('disk.E01'))).toHaveLength(1);

    expect(await lading(['verify', out, '--against', evidence])).toMatchObject({ code: 0, err: '' });
    writeFileSync(join(evidence, 'extra.txt'), 'not in the receipt');
    const differs = await lading(['verify', out, '--against', evidence]);
    rmSync(join(evidence, 'extra.txt'));
    expect(differs.out).toContain(`${differenceKinds['not-in-receipt']}: extra.txt`);
    expect(differs.code).toBe(2);
    writeFileSync(out, readFileSync(out, 'utf8').replace('"custodian":"Jones"', '"custodian":"Smith"'));
    expect((await lading(['verify', out])).code).toBe(2);
  });

  it('with --json prints one JSON object per line, with done last', async () => {
    const sent = await lading(uploadArgs(join(dir, 'json'), 'Json', '--json'), options());
    expect(sent.err).toBe('');
    const received = await receivedIn('Json');
    const done = last(sent);
    expect(Object.keys(done ?? {})).toEqual([
      'event',
      'at',
      'upload',
      'dataset',
      'items',
      'bytes',
      'handedOver',
      'failed',
      'skipped',
      'sourceFiles',
      'sourceFilesNotListed',
    ]);
    const size = Object.values(files).reduce((sum, content) => sum + content.length, 0);
    expect(done).toMatchObject({ event: 'done', upload: 1, items: 4, bytes: size, failed: 0, skipped: 0 });
    const listed = Array.isArray(done?.['sourceFiles']) ? done['sourceFiles'] : [];
    expect(listed.map((one) => [one.id, one.bytes, one.sha1, one.parts]).sort()).toEqual(
      received.map((one) => [one.id, one.sizeBytes, one.sha1, one.partCount]).sort(),
    );
    const lines = jsonLines(sent.out);
    const times = lines.map((line) => String(line['at']));
    expect(times.every((at) => new Date(at).toISOString() === at)).toBe(true);
    // One line for each file, before `done`.
    const fileLines = lines.filter((line) => line['event'] === 'file');
    expect(fileLines.map((line) => [line['upload'], line['state'], line['id'], line['sha1']]).sort()).toEqual(
      received.map((one) => [1, 'accepted', one.id, one.sha1]).sort(),
    );
    expect(sent.code).toBe(0);
  });

  it('with --dry-run sends nothing', async () => {
    const before = await sandbox.inspect('summary');
    const datasets = (await sandbox.inspect('datasets')).length;
    const ran = await lading(uploadArgs(join(dir, 'dry'), 'Dry', '--dry-run'), options());
    expect(ran.out).toContain(words.plan.total({ items: 4, bytes: 15_000_009 }, 4));
    expect(ran.code).toBe(0);
    const after = await sandbox.inspect('summary');
    expect(after.puts).toBe(before.puts);
    expect(await sandbox.inspect('datasets')).toHaveLength(datasets);
    expect((await lading(['status', '--state', join(dir, 'dry')])).out).toBe(`${words.status.none}\n`);
  });

  it('with --dry-run names what would not be uploaded, in text and with --json', async () => {
    const folder = join(dir, 'odd');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.txt'), 'a');
    symlinkSync(join(folder, 'a.txt'), join(folder, 'link'));
    const args = ['upload', folder, '--database', '1', '--dataset', 'D', '--dry-run'];
    const { out } = await lading(args);
    expect(out).toMatch(new RegExp(`${words.problems.heading}\\n +${words.itemStates.skipped} +link\\n`));
    const json = jsonLines((await lading([...args, '--json'])).out);
    expect(json.map(({ event }) => event)).toEqual(['plan', 'problem']);
    expect(json[1]).toMatchObject({ upload: null, path: 'link', reason: { code: 'symbolic-link' } });
  });

  it('warns of custodians that look like one person', async () => {
    const folder = join(dir, 'spellings');
    for (const name of ['Boyd', 'boyd', 'Jones']) {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'a.txt'), name);
    }
    const args = ['upload', folder, '--database', String(sandbox.databaseId), '--dataset', 'Spellings'];
    const ran = await lading([...args, '--custodian-by', 'folder:1', '--dry-run'], options());
    expect(ran.err).toContain(words.plan.similarCustodians(['Boyd', 'boyd']));
    expect(ran.code).toBe(0);
  });

  it('a disk that fills up during the scan exits with 3, and a resume scans and sends it', async ({
    skip,
  }) => {
    const disk = join(dir, 'small-disk');
    const many = join(dir, 'many');
    for (const path of [disk, many]) mkdirSync(path);
    skip(!mountSmallDisk(disk, '9m'), 'only root on Linux can make a small disk');
    const filler = join(disk, 'filler');
    writeFileSync(filler, Buffer.alloc(8_000_000));
    for (let n = 0; n < 5000; n += 1) writeFileSync(join(many, `${'x'.repeat(200)}${n}`), '');
    const where = ['--database', String(sandbox.databaseId), '--dataset', 'Full', '--state', disk];
    const full = await lading(['upload', many, ...where], options());
    expect(full.err).toContain('is full');
    expect(full.code).toBe(3);
    expect((await lading(['status', '--state', disk])).out).toContain(`1  ${states.scanning}`);
    rmSync(filler);
    for (let n = 1; n < 5000; n += 1) rmSync(join(many, `${'x'.repeat(200)}${n}`));
    const resumed = await lading(['resume', '1', '--state', disk], options());
    expect(acceptedIn(resumed.out)).toMatch(/^1 file, 0 B/);
  });

  it('exits with 2 if a file changes meanwhile, names it, and can retry it', async () => {
    const state = join(dir, 'changes');
    const folder = join(dir, 'changing');
    mkdirSync(folder);
    writeFileSync(join(folder, 'log.txt'), randomBytes(6_000_000));
    const where = ['--database', String(sandbox.databaseId), '--dataset', 'Changing', '--state', state];
    const running = start(['upload', folder, ...where, '--limit-rate', '2M', '--json'], options());
    await running.prints(/"state":"uploading".*"active":1/);
    truncateSync(join(folder, 'log.txt'), 10);
    const sent = await running.ended;
    expect(last(sent)).toMatchObject({ event: 'done', items: 0, failed: 1, sourceFiles: [] });
    expect(jsonLines(sent.out)).toContainEqual(
      expect.objectContaining({ event: 'file', path: 'log.txt', state: 'failed', code: 'file-changed' }),
    );
    expect(sent.code).toBe(2);
    const status = await lading(['status', '1', '--state', state]);
    expect(status.out).toMatch(new RegExp(`${words.itemStates.failed} .*log\\.txt`));
    const again = await lading(['resume', '1', '--retry-failed', '--state', state], options());
    expect(again.out.split('\n')).toContain(words.resume.retrying(1));
    expect(acceptedIn(again.out)).toMatch(/^1 file, 10 B/);
    expect(again.code).toBe(0);
  });
});

describe('a bug during an upload', () => {
  // The engine starts a 100 ms timer for progress when it begins to upload.
  it.each([
    ['is thrown', "throw new TypeError('broken')"],
    ['is thrown outside the awaited work', "return setTimeout(()=>{throw new TypeError('broken')})"],
  ])('that %s exits with 3, and prints a command that resumes the upload', async (what, then) => {
    const state = join(dir, `bug ${what}`);
    const breaker = join(dir, 'break.mjs');
    writeFileSync(
      breaker,
      `const real=setInterval;globalThis.setInterval=(f,ms)=>{if(ms===100&&/engine.uploads/.test(new Error().stack)){${then}}return real(f,ms)}`,
    );
    const { env } = options();
    const broken = await lading(uploadArgs(state, `Bug ${what}`), {
      ...options(),
      env: { ...env, NODE_OPTIONS: `--import=${breaker}` },
    });
    expect(broken.err).toMatch(new RegExp(`^${errorPrefix} .*crash-.*\\.txt\\n$`));
    const hint = resumeCommandIn(broken.out);
    expect(hint).toBe(`resume 1 --state '${state}'`);
    expect(broken.code).toBe(3);
    const resumed = await lading(['resume', '1', '--state', state], options());
    expect(acceptedIn(resumed.out)).toMatch(/^4 files, 15\.0 MB/);
  });
});

describe('the platform refuses', () => {
  it('a wrong database, which exits with 1 and names it', async () => {
    const args = [
      'upload',
      'evidence',
      '--database',
      '999999',
      '--dataset',
      'D',
      '--state',
      join(dir, 'wrong'),
    ];
    const { code, err } = await lading(args, options());
    expect(err).toMatch(/999999/);
    expect(code).toBe(1);
  });

  it('nothing, because it can’t be reached: 5 before there is an upload, 3 for a resume', async () => {
    const nowhere = {
      env: { LADING_API_KEY: sandbox.apiKey, LADING_SERVER: 'http://127.0.0.1:9' },
      cwd: dir,
    };
    const state = join(dir, 'nowhere');
    expect(await lading(uploadArgs(state, 'D'), nowhere)).toMatchObject({ code: 5 });
    expect((await lading(['status', '--state', state])).out).toBe(`${words.status.none}\n`);
  });

  it('an unknown dataset, which exits with 1 and leaves nothing to resume', async () => {
    const state = join(dir, 'no-dataset');
    const where = ['--database', String(sandbox.databaseId), '--dataset-id', '987654', '--state', state];
    const { code, err, out } = await lading(['upload', 'evidence', ...where], options());
    expect(err).toMatch(/^error: Database “Doe v\. Roe” has no dataset 987654.*\n$/);
    expect(out).not.toContain('resume');
    expect(code).toBe(1);
    const resumed = await lading(['resume', '--state', state], options());
    expect(resumed).toMatchObject({ code: 0, err: '' });
  });

  it('a revoked key, which exits with 4 and is never printed', async () => {
    const { revoked } = sandbox.keys;
    const { code, out, err } = await lading(uploadArgs(join(dir, 'revoked'), 'D'), options(revoked));
    expect(code).toBe(4);
    expect(err).toMatch(/key/);
    expect(out + err).not.toContain(revoked.split('.')[2]);
  });
});

describe('Ctrl-C', () => {
  it.each([
    ['the command itself', undefined],
    ['bin.js in front of it', binEntry],
  ])('to %s stops cleanly with 3, and prints a command that resumes the upload', async (_what, script) => {
    const name = script === undefined ? 'stopped' : 'stopped-bin';
    const state = join(dir, name);
    const slow = ['--limit-rate', '3M'];
    const running = start(uploadArgs(state, name, ...slow), {
      ...options(),
      ...(script === undefined ? {} : { script }),
    });
    await running.prints(uploadingLine);
    running.child.kill('SIGINT');
    const stopped = await running.ended;
    expect(stopped.code).toBe(3);
    expect(stopped.err).toBe('');
    expect(stopped.out.split('\n')).toContain(words.stopping);
    expect(stopped.out).toMatch(/^Stopped\. Upload 1 is kept: /m);
    const hint = resumeCommandIn(stopped.out);
    expect(hint).toBe(`resume 1 --state ${state}`);

    const resumed = await lading(hint.split(' '), options(sandbox.keys.databaseAdmin));
    expect(resumed.err).toMatch(new RegExp(`^${warningPrefix} Upload 1 was started with key \\w+\\. `));
    expect(acceptedIn(resumed.out)).toMatch(/^4 files, 15\.0 MB/);
    expect(resumed.code).toBe(0);
    await expectWhole(name);
    const once = await lading(['resume', '1', '--state', state], options());
    expect(once.out.split('\n')).toContain(words.resume.finished(first));
    expect(once.code).toBe(0);
  });

  it('bin.js killed outright: the command behind it notices and stops cleanly', async () => {
    const state = join(dir, 'orphan');
    const running = start(uploadArgs(state, 'Orphan', '--limit-rate', '1M'), {
      ...options(),
      script: binEntry,
    });
    await running.prints(uploadingLine);
    running.child.kill('SIGKILL');
    const { out } = await running.ended;
    expect(out).toMatch(/^Stopped\. Upload 1 is kept: /m);
    expect((await lading(['status', '--state', state])).out).toContain(`1  ${states.paused}`);
  });

  it('with --json prints an error that names the upload', async () => {
    const running = start(
      uploadArgs(join(dir, 'stopped-json'), 'StoppedJson', '--json', '--limit-rate', '3M'),
      options(),
    );
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
    for (const file of ['a', 'b', 'c']) writeFileSync(join(folder, file), randomBytes(12_000_000));
    const where = ['--database', String(sandbox.databaseId), '--dataset', name, '--state', join(dir, name)];
    const slow = ['--limit-rate', '3M', '--concurrency', '2', '--json'];
    return start(['upload', folder, ...where, ...slow], options());
  }

  it('finishes them, says how long it takes and what stopping costs, and loses nothing', async () => {
    const running = startSlow('finishing');
    await running.prints('"state":"uploading"');
    await delay(4_000);
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
    await running.prints('"state":"uploading"');
    await delay(4_000);
    running.child.kill('SIGINT');
    await running.prints('"event":"finishing"');
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

describe('beside a running upload', () => {
  it('status works, and what needs the store at once is refused with the name of its holder', async () => {
    const state = join(dir, 'busy');
    const running = start(uploadArgs(state, 'Busy', '--limit-rate', '3M'), options());
    await running.prints(uploadingLine);
    expect((await lading(['status', '--state', state])).out).toContain(`1  ${states.uploading}  Busy`);
    const second = await lading(['receipt', '1', '--state', state], options());
    expect(second.err).toMatch(/lading upload.*process \d+/);
    expect(second.code).toBe(1);
    running.child.kill('SIGINT');
    expect((await running.ended).code).toBe(3);
  });

  it('a second upload waits for its turn, says for what, and is sent', async () => {
    const state = join(dir, 'queue');
    const running = start(uploadArgs(state, 'Queue 1', '--limit-rate', '5M'), options());
    await running.prints(uploadingLine);
    const second = start(uploadArgs(state, 'Queue 2'), options());
    await second.prints(/^Waiting for “lading upload”, process \d+ on .+ to finish\./m);
    const third = start(uploadArgs(state, 'Queue 3', '--json'), options());
    await third.prints('"event":"queued"');
    third.child.kill('SIGINT');
    expect((await third.ended).code).toBe(3);
    expect((await running.ended).code).toBe(0);
    expect((await second.ended).code).toBe(0);
    await expectWhole('Queue 1');
    await expectWhole('Queue 2');
    expect((await sandbox.inspect('datasets')).map(({ name }) => name)).not.toContain('Queue 3');
  });

  it('an upload beside the window says to use the window', async () => {
    const state = join(dir, 'window');
    const engine = unwrap(openEngine({ stateDir: state, command: 'the Lading window', version: '0' }));
    const { code, err } = await lading(uploadArgs(state, 'Window'), options());
    await engine.close();
    expect(err).toMatch(/in use by “the Lading window”.*quit Lading and run the command again\.\n$/);
    expect(code).toBe(1);
  });

  it('pause stops it, and cancel ends it, from another process', async () => {
    const state = join(dir, 'control');
    const running = start(uploadArgs(state, 'Control', '--limit-rate', '3M'), options());
    await running.prints(uploadingLine);
    const paused = await lading(['pause', '1', '--state', state]);
    expect(paused).toEqual({ code: 0, out: `${words.control.paused(first)}\n`, err: '' });
    expect((await running.ended).code).toBe(3);
    expect((await lading(['status', '--state', state])).out).toContain(`1  ${states.paused}`);
    expect((await lading(['pause', '--state', state])).out).toBe(`${words.control.nothingRuns}\n`);

    const again = start(['resume', '1', '--limit-rate', '3M', '--state', state], options());
    await again.prints(`${states.uploading}  `);
    const unasked = await lading(['cancel', '1', '--state', state]);
    expect(unasked.err).toContain('--yes');
    expect(unasked.code).toBe(1);
    const cancelled = await lading(['cancel', '1', '--yes', '--state', state]);
    expect(cancelled).toEqual({ code: 0, out: `${words.control.cancelled(first)}\n`, err: '' });
    expect((await again.ended).code).toBe(1);
    const status = await lading(['status', '1', '--state', state]);
    expect(status.out).toContain(reasonText({ code: 'cancelled' }));
    expect((await lading(['resume', '1', '--state', state], options())).code).toBe(1);
  });

  it('cancel works when nothing runs, on an upload that was stopped', async () => {
    const state = join(dir, 'control-idle');
    const running = start(uploadArgs(state, 'Idle', '--limit-rate', '3M'), options());
    await running.prints(uploadingLine);
    running.child.kill('SIGINT');
    await running.ended;
    expect((await lading(['cancel', '1', '--yes', '--state', state])).code).toBe(0);
    expect((await lading(['status', '--state', state])).out).toContain(`1  ${states.cancelled}`);
  });

  it('a reader that goes away, as head does, stops it quietly, and it can be resumed', async () => {
    const state = join(dir, 'head');
    const running = start(uploadArgs(state, 'Head', '--limit-rate', '3M', '--json'), options());
    await running.prints('"state":"uploading"');
    running.child.stdout?.destroy();
    const { code, err } = await running.ended;
    expect(err).toBe('');
    expect(code).toBe(3);
    expect((await lading(['resume', '1', '--state', state], options())).code).toBe(0);
    await expectWhole('Head');
  });
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
  expect(all.code).toBe(0);
});
