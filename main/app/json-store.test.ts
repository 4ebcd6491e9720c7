import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openJsonFile } from './json-store.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-json-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const schema = z.object({ count: z.int() });
const complaints: string[] = [];
const open = (path = join(folder, 'deep', 'a.json')) =>
  openJsonFile({ path, schema, fallback: { count: 0 }, onDamaged: (message) => complaints.push(message) });

describe('a small file of ours', () => {
  it('is the fallback at first, and what was set at the next start', async () => {
    const file = await open();
    expect(file.value).toEqual({ count: 0 });
    expect(await file.set({ count: 3 })).toEqual({ ok: true, value: undefined });
    expect(file.value).toEqual({ count: 3 });
    expect((await open()).value).toEqual({ count: 3 });
  });

  it.skipIf(process.platform === 'win32')(
    'is readable for this person alone, a leftover notwithstanding',
    async () => {
      const path = join(folder, 'a.json');
      writeFileSync(`${path}.new`, 'left by a crash', { mode: 0o644 });
      const file = await open(path);
      await file.set({ count: 1 });
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(readdirSync(folder)).toEqual(['a.json']);
    },
  );

  it('that cannot be understood is put aside, not lost', async () => {
    const path = join(folder, 'a.json');
    writeFileSync(path, '{"count": "three"}');
    expect((await open(path)).value).toEqual({ count: 0 });
    expect(readFileSync(`${path}.damaged`, 'utf8')).toBe('{"count": "three"}');
    expect(complaints.at(-1)).toContain(path);
  });

  it('keeps the last of many changes', async () => {
    const file = await open();
    await Promise.all([1, 2, 3, 4, 5].map((count) => file.set({ count })));
    expect((await open()).value).toEqual({ count: 5 });
  });

  it('says so when it cannot be written', async () => {
    const file = await open();
    writeFileSync(join(folder, 'deep'), 'a file where the folder should be');
    expect(await file.set({ count: 1 })).toMatchObject({ ok: false, failure: { code: 'store-read-only' } });
  });
});
