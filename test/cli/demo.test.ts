import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { lading, start } from './command.ts';

const dir = mkdtempSync(join(tmpdir(), 'lading-demo-test-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function emptyTmp(name: string): { readonly path: string; readonly env: Readonly<Record<string, string>> } {
  const path = join(dir, name);
  mkdirSync(path);
  return { path, env: { TMPDIR: path, TEMP: path, TMP: path } };
}

it('the demo sends the sample matter, shows that it arrived, and leaves nothing behind', async () => {
  const tmp = emptyTmp('whole');
  const { code, out, err } = await lading(['demo'], { env: tmp.env });
  expect(err).toBe('');
  expect(out).toMatch(/finished {2}100 %/);
  expect(out).toMatch(/^Source file +Custodian +Size +Parts +SHA-1 +Id$/m);
  expect(out).toMatch(/^Document in a container +Container +Custodian/m);
  expect(out).toMatch(/Intact {4}It is as it was written/);
  const [, same, sent] = /(\d+) of (\d+) are those of the files here\.$/m.exec(out) ?? [];
  expect(same).toBe(sent);
  const [, received, uploaded, skipped, failed] =
    /^received (\d+) = accepted (\d+) \+ skipped (\d+) \+ failed (\d+)$/m.exec(out) ?? [];
  expect(Number(received)).toBeGreaterThan(10);
  expect(Number(received)).toBe(Number(uploaded) + Number(skipped) + Number(failed));
  expect(uploaded).toBe(sent);
  expect(failed).toBe('0');
  expect(out).not.toContain('\u001B');
  expect(out).not.toMatch(/undefined|NaN/);
  expect(readdirSync(tmp.path)).toEqual([]);
  expect(code).toBe(0);
});

it('the demo stopped in the middle leaves nothing behind either', async () => {
  const tmp = emptyTmp('stopped');
  const running = start(['demo'], { env: tmp.env });
  await running.says(/sending {2}\d+ %/);
  running.child.kill('SIGINT');
  const { code, out, err } = await running.ended;
  expect(out).toMatch(/^Stopping the demo\.$/m);
  expect(out).toMatch(/^Stopped\.$/m);
  expect(err).toBe('');
  expect(readdirSync(tmp.path)).toEqual([]);
  expect(code).toBe(3);
});

it('the demo keeps what it is asked to keep, and its receipt can be verified later', async () => {
  const kept = join(dir, 'kept');
  expect((await lading(['demo', '--keep', kept])).code).toBe(0);
  const status = await lading(['status', '--state', join(kept, 'state')]);
  expect(status.out).toMatch(/finished {2}Sample matter/);
  expect((await lading(['verify', join(kept, 'receipt-1.json')])).code).toBe(0);
});
