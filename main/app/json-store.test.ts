import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openJsonStore } from './json-store.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-json-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const schema = z.object({ count: z.int() });
const warnings: string[] = [];
const open = (path = join(folder, 'deep', 'a.json')) =>
  openJsonStore({ path, schema, fallback: { count: 0 }, onDamaged: (message) => warnings.push(message) });

describe('a JSON store', () => {
  it('has the fallback at first, and after a restart what was set', async () => {
    const store = await open();
    expect(store.value).toEqual({ count: 0 });
    expect(await store.set({ count: 3 })).toEqual({ ok: true, value: undefined });
    expect(store.value).toEqual({ count: 3 });
    expect((await open()).value).toEqual({ count: 3 });
  });

  it.skipIf(process.platform === 'win32')(
    'becomes readable by this person only, whatever it was before, and leaves no other file',
    async () => {
      const path = join(folder, 'a.json');
      writeFileSync(path, '{"count": 0}', { mode: 0o644 });
      const store = await open(path);
      await store.set({ count: 1 });
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(readdirSync(folder)).toEqual(['a.json']);
    },
  );

  it('keeps a damaged file under another name', async () => {
    const path = join(folder, 'a.json');
    writeFileSync(path, '{"count": "three"}');
    expect((await open(path)).value).toEqual({ count: 0 });
    expect(readFileSync(`${path}.damaged`, 'utf8')).toBe('{"count": "three"}');
    expect(warnings.at(-1)).toContain(path);
  });

  it('has the fallback of a field that is not valid, and keeps the others', async () => {
    const path = join(folder, 'a.json');
    const limits = z.object({ limit: z.int().nullable(), hours: z.object({ from: z.int() }).nullable() });
    const openSettings = () =>
      openJsonStore({
        path,
        schema: z.object({ theme: z.enum(['light', 'dark']), limits }),
        fallback: { theme: 'light', limits: { limit: null, hours: null } },
        onDamaged: (message) => warnings.push(message),
      });
    const damaged = '{"theme": "pink", "limits": {"limit": 5, "hours": {"from": "x"}}}';
    writeFileSync(path, damaged);
    const repaired = { theme: 'light', limits: { limit: 5, hours: null } };
    expect((await openSettings()).value).toEqual(repaired);
    expect(warnings.at(-1)).toContain('theme, limits.hours');
    expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(damaged);
    const said = warnings.length;
    expect((await openSettings()).value).toEqual(repaired);
    expect(warnings).toHaveLength(said);
  });

  it('saves the last of many changes', async () => {
    const store = await open();
    await Promise.all([1, 2, 3, 4, 5].map((count) => store.set({ count })));
    expect((await open()).value).toEqual({ count: 5 });
  });

  it('reports that it cannot be written', async () => {
    const store = await open();
    writeFileSync(join(folder, 'deep'), 'a file where the folder should be');
    expect(await store.set({ count: 1 })).toMatchObject({ ok: false, failure: { code: 'store-read-only' } });
  });
});
