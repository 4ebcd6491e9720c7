import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { errorPrefix } from '../../main/cli/words/errors.ts';
import { plan } from '../../main/cli/words/plan.ts';
import { percentDone, states } from '../../main/cli/words/progress.ts';
import { differenceKinds, written } from '../../main/cli/words/receipts.ts';
import * as words from '../../main/cli/words/uploads.ts';
import { sizeAfterText } from '../../preload/contract/texts/database-growth-text.ts';
import { csvUnsignedText } from '../../preload/contract/texts/signing-key-text.ts';
import { mountSmallDisk } from '../fixtures/small-disk.ts';
import { jsonLines, lading as ladingProcess, resumeCommandIn, start, uploadingLine } from './command.ts';
import { lading } from './in-process.ts';
import { acceptedIn, files, last, makeUploadEvidence } from './upload-evidence.ts';

const { dir, evidence, expectWhole, options, receivedIn, sandbox, uploadArgs } = await makeUploadEvidence();

describe('an upload', () => {
  it('of which nothing is chosen, or nothing is new, says so and sends nothing', async () => {
    const state = join(dir, 'none');
    for (const more of [[], ['--dry-run']]) {
      const { code, err } = await lading(uploadArgs(state, 'None', '--exclude', '**', ...more), options());
      expect(err).toContain(plan.nothingSelected);
      expect(code).toBe(0);
    }
    const json = await lading(uploadArgs(state, 'None', '--exclude', '**', '--json'), options());
    expect(jsonLines(json.out)).toContainEqual(
      expect.objectContaining({ event: 'warning', message: plan.nothingSelected }),
    );
    expect(await sandbox.inspect('datasets')).not.toContainEqual(expect.objectContaining({ name: 'None' }));
    const all = await lading(uploadArgs(state, 'Some'), options());
    expect(all.code).toBe(0);
    expect(all.err + all.out).not.toContain(plan.nothingNew);
    const again = await lading(uploadArgs(state, 'None', '--only-new'), options());
    expect(again.out).toContain(plan.nothingNew);
    expect([again.code, again.err]).toEqual([0, '']);
  });

  it('is received completely, with its custodians and a receipt', async () => {
    const state = join(dir, 'whole');
    const sent = await ladingProcess(uploadArgs(state, 'Whole', '--custodian-by', 'folder:1'), options());
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
    expect(status.out).toMatch(
      /^ +1 {2}uploaded {2}Whole +Doe v\. Roe \(sandbox\) +4 +4 +15\.0 MB +3 +0 +0$/m,
    );
    const out = join(dir, 'receipt.json');
    const issued = await lading(['receipt', '1', '--state', state, '--out', out]);
    expect(issued.code).toBe(0);
    const head = /[0-9a-f]{64}/.exec(issued.out)?.[0] ?? '';
    expect(issued.out.split('\n')).toContain(written.head(head));
    expect((await lading(['receipt', '1', '--state', state, '--out', out])).err).toContain('--force');
    expect((await lading(['receipt', '1', '--state', state, '--out', out, '--force'])).code).toBe(0);
    const table = join(dir, 'receipt.csv');
    const saved = await lading(['receipt', '1', '--state', state, '--out', table]);
    expect(saved.out).toContain(csvUnsignedText);
    expect(saved.out).not.toContain('Signed with');
    const rows = readFileSync(table, 'utf8').split(/\r?\n/);
    expect(rows.filter((line) => line.includes('disk.E01'))).toHaveLength(1);

    expect(await lading(['verify', out, '--against', evidence])).toMatchObject({ code: 6, err: '' });
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
      'exceptions',
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
    expect(ran.out).toContain(plan.total({ items: 4, bytes: 15_000_009 }, 4));
    expect(ran.code).toBe(0);
    const json = await lading(uploadArgs(join(dir, 'dry'), 'Dry', '--dry-run', '--json'), options());
    const size = jsonLines(json.out).find(({ event }) => event === 'database-size');
    expect(size).toMatchObject({ upload: null, nowGb: expect.any(Number) });
    expect(Number(size?.['afterGb']) - Number(size?.['nowGb'])).toBeCloseTo(15_000_009 / 1e9, 9);
    const none = { listed: 0, bytes: 0, expandedBytes: 0 };
    const sizeAfter = sizeAfterText(Number(size?.['afterGb']), 15_000_009, none);
    expect(ran.out).toContain(plan.databaseSize(Number(size?.['nowGb']), sizeAfter));
    const uploader = await lading(
      uploadArgs(join(dir, 'dry'), 'Dry', '--dry-run'),
      options(sandbox.keys.uploader),
    );
    expect(uploader.out).toContain(plan.databaseSizeUnknown);
    const after = await sandbox.inspect('summary');
    expect(after.puts).toBe(before.puts);
    expect(await sandbox.inspect('datasets')).toHaveLength(datasets);
    expect((await lading(['status', '--state', join(dir, 'dry')])).out).toBe(`${words.status.none}\n`);
  });

  it('with --dry-run ends only when the files that it hashes are compared', async () => {
    const folder = join(dir, 'hashed');
    mkdirSync(folder, { recursive: true });
    for (const name of ['a.bin', 'b.bin']) writeFileSync(join(folder, name), Buffer.alloc(20_000_000));
    const args = ['upload', folder, '--database', '1', '--dataset', 'D', '--skip-duplicates', '--dry-run'];
    const ran = await ladingProcess([...args, '--json']);
    expect(jsonLines(ran.out).find(({ event }) => event === 'plan')).toMatchObject({
      totals: { queued: { items: 1 }, skipped: { items: 1 } },
    });
    expect(ran.code).toBe(0);
  });

  it('with --dry-run names what would not be uploaded, in text and with --json', async () => {
    const folder = join(dir, 'odd');
    mkdirSync(folder);
    writeFileSync(join(folder, 'a.txt'), 'a');
    symlinkSync(join(folder, 'a.txt'), join(folder, 'link'));
    const args = ['upload', folder, '--database', '1', '--dataset', 'D', '--dry-run'];
    const { out } = await lading(args);
    expect(out).toMatch(new RegExp(`${words.problems.heading}\\n +${words.itemStates.skipped} +link\\n`));
    const lines = jsonLines((await lading([...args, '--json'])).out);
    const json = lines.filter(({ event }) => event !== 'progress');
    expect(json.map(({ event }) => event)).toEqual(['plan', 'problem', 'findings', 'finding']);
    expect(json[1]).toMatchObject({ upload: null, path: 'link', reason: { code: 'symbolic-link' } });
  });

  it('says which source is empty, as a mount point without its volume is', async () => {
    const [full, empty] = [join(dir, 'full'), join(dir, 'empty')];
    for (const path of [full, empty]) mkdirSync(path);
    writeFileSync(join(full, 'a.txt'), 'a');
    const state = join(dir, 'one-empty');
    const where = ['--database', String(sandbox.databaseId), '--dataset', 'Empty', '--state', state];
    for (const more of [['--dry-run'], []]) {
      const ran = await lading(['upload', full, empty, ...where, ...more], options());
      expect(ran.code).toBe(0);
      expect(ran.err).toContain(plan.emptySource(empty));
      expect(ran.err).not.toContain(plan.emptySource(full));
    }
  });

  it('warns of custodians that look like one person', async () => {
    const folder = join(dir, 'spellings');
    for (const name of ['Boyd', 'boyd', 'Jones']) {
      mkdirSync(join(folder, name), { recursive: true });
      writeFileSync(join(folder, name, 'a.txt'), name);
    }
    const args = ['upload', folder, '--database', String(sandbox.databaseId), '--dataset', 'Spellings'];
    const ran = await lading([...args, '--custodian-by', 'folder:1', '--dry-run'], options());
    expect(ran.err).toContain(plan.similarCustodians(['Boyd', 'boyd'], 2));
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
    const state = join(disk, 'state');
    const where = ['--database', String(sandbox.databaseId), '--dataset', 'Full', '--state', state];
    const full = await lading(['upload', many, ...where], options());
    expect(full.err).toContain('is full');
    expect(full.code).toBe(3);
    expect((await lading(['status', '--state', state])).out).toContain(`1  ${states.paused}`);
    rmSync(filler);
    for (let n = 1; n < 5000; n += 1) rmSync(join(many, `${'x'.repeat(200)}${n}`));
    const resumed = await lading(['resume', '1', '--state', state], options());
    expect(acceptedIn(resumed.out)).toMatch(/^1 file, 0 B/);
  });

  it('exits with 2 if a file changes meanwhile, names it, and can retry it', async () => {
    const state = join(dir, 'changes');
    const folder = join(dir, 'changing');
    mkdirSync(folder);
    writeFileSync(join(folder, 'log.txt'), randomBytes(6_000_000));
    const where = ['--database', String(sandbox.databaseId), '--dataset', 'Changing', '--state', state];
    const running = start(['upload', folder, ...where, '--limit-rate', '500K', '--json'], options());
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
    for (const number of [[], ['1']]) {
      const left = await lading(['resume', ...number, '--state', state], options());
      expect(left.out).toContain(words.resume.failed('1 file'));
      expect(left.code).toBe(2);
    }
    const again = await lading(['resume', '1', '--retry-failed', '--state', state], options());
    expect(again.out.split('\n')).toContain(words.resume.retrying('1 failed file'));
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
      `const real=setInterval;globalThis.setInterval=(f,ms)=>{if(ms===100&&/sendOverSession/.test(new Error().stack)){${then}}return real(f,ms)}`,
    );
    const { env } = options();
    const broken = await ladingProcess(uploadArgs(state, `Bug ${what}`), {
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
    expect(resumed).toMatchObject({ code: 2, err: '' });
    expect(resumed.out).toContain(words.resume.nothing(0));
  });

  it('a revoked key, which exits with 4 and is never printed', async () => {
    const { revoked } = sandbox.keys;
    const { code, out, err } = await lading(uploadArgs(join(dir, 'revoked'), 'D'), options(revoked));
    expect(code).toBe(4);
    expect(err).toMatch(/key/);
    expect(out + err).not.toContain(revoked.split('.')[2]);
  });
});
