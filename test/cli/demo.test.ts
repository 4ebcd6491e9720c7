import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { percentDone, states } from '../../main/cli/words/progress.ts';
import { demo } from '../../main/cli/words/sandbox.ts';
import { receiptProofText } from '../../preload/contract/texts/verify-text.ts';
import { lading, start } from './command.ts';

const dir = mkdtempSync(join(tmpdir(), 'lading-demo-test-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function emptyTmp(name: string): { readonly path: string; readonly env: Readonly<Record<string, string>> } {
  const path = join(dir, name);
  mkdirSync(path);
  return { path, env: { TMPDIR: path, TEMP: path, TMP: path } };
}

it('the demo uploads the sample matter, shows what was received, and leaves nothing behind', async () => {
  const tmp = emptyTmp('whole');
  const { code, out, err } = await lading(['demo'], { env: tmp.env });
  expect(err).toBe('');
  expect(out).toContain(`${states.finished}  ${percentDone(100)}`);
  const { columns } = demo;
  expect(out).toMatch(new RegExp(`^${columns.sourceFile} +${columns.custodian} +${columns.size} `, 'm'));
  expect(out).toMatch(new RegExp(`^${columns.document} +${columns.container} +${columns.custodian} `, 'm'));
  expect(out).toContain(receiptProofText('signed-here').title);
  const [, received, uploaded, skipped, failed] =
    /^(\d+) files = (\d+) accepted \+ (\d+) skipped \+ (\d+) failed$/m.exec(out) ?? [];
  expect(Number(received)).toBeGreaterThan(10);
  expect(Number(received)).toBe(Number(uploaded) + Number(skipped) + Number(failed));
  expect(out).toContain(demo.hashes(Number(uploaded), Number(uploaded)));
  expect(failed).toBe('0');
  expect(out).not.toContain('\u001B');
  expect(out).not.toMatch(/undefined|NaN/);
  expect(readdirSync(tmp.path)).toEqual([]);
  expect(code).toBe(0);
});

it('a demo that is stopped leaves nothing behind', async () => {
  const tmp = emptyTmp('stopped');
  const running = start(['demo'], { env: tmp.env });
  await running.prints(`${states.uploading}  `);
  running.child.kill('SIGINT');
  const { code, out, err } = await running.ended;
  const lines = out.split('\n');
  expect(lines).toContain(demo.stopping);
  expect(lines).toContain(demo.stopped);
  expect(err).toBe('');
  expect(readdirSync(tmp.path)).toEqual([]);
  expect(code).toBe(3);
});

it('a demo with --keep keeps its store and a receipt that can be verified later', async () => {
  const kept = join(dir, 'kept');
  expect((await lading(['demo', '--keep', kept])).code).toBe(0);
  const status = await lading(['status', '--state', join(kept, 'state')]);
  expect(status.out).toContain(`uploaded  ${demo.title}`);
  expect((await lading(['verify', join(kept, 'receipt-1.json'), '--state', join(kept, 'state')])).code).toBe(
    0,
  );
});
