import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { afterAll, expect, test } from 'vitest';
import { csvProblems } from '../words.ts';
import { stageCustodians } from './sync-custodians.ts';

const folder = mkdtempSync(join(tmpdir(), 'lading-custodians-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const maxBytes = 190_000_000;
const row = (index: number): Buffer => Buffer.from(`${index}@example.com,${'n'.repeat(980)}\n`);

test('a CSV is written down as it arrives: little of it is ever in memory', async () => {
  const file = join(folder, 'large');
  const sizeBytes = 20_000_000;
  let farthestAhead = 0;
  const chunks = function* (): Generator<Buffer> {
    yield Buffer.from('email,notes\n');
    for (let sent = 0, index = 0; sent < sizeBytes; index += 1) {
      const chunk = row(index);
      sent += chunk.length;
      farthestAhead = Math.max(farthestAhead, sent - statSync(file).size);
      yield chunk;
    }
  };
  const staged = await stageCustodians(Readable.from(chunks()), file, { form: 'extended', maxBytes });
  expect(staged).toEqual({ ok: true, ignored: [] });
  expect(farthestAhead).toBeLessThan(2_000_000);
  expect(statSync(file).size).toBeGreaterThan(sizeBytes);
});

test('a CSV is refused once it exceeds its limit, and its sender can go on', async () => {
  const csv = Readable.from([Buffer.from('email,notes\n'), row(1), row(2), row(3)], { objectMode: false });
  const staged = await stageCustodians(csv, join(folder, 'limited'), { form: 'extended', maxBytes: 2000 });
  expect(staged).toMatchObject({ ok: false, problem: { message: csvProblems.tooLarge(2000), status: 413 } });
  await finished(csv);
});

test('a CSV that ends early is no CSV', async () => {
  const csv = new Readable({
    read() {
      this.push('email\na@x\n');
      this.destroy(new Error('aborted'));
    },
  });
  const staged = await stageCustodians(csv, join(folder, 'cut'), { form: 'base', maxBytes });
  expect(staged).toEqual({ ok: false, problem: undefined });
});

test('in the base form, the people without email are not staged', async () => {
  const file = join(folder, 'base');
  const csv = Readable.from([Buffer.from('user principal name,email\nzoe@upn,\n,kim@x\n')]);
  expect(await stageCustodians(csv, file, { form: 'base', maxBytes })).toEqual({
    ok: true,
    ignored: ['zoe@upn'],
  });
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(1);
});
