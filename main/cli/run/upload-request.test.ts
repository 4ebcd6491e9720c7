import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { readProcessingSettings } from './upload-request.ts';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'lading-cli-'));
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function settingsFile(content: string): string {
  const path = join(dir, 'settings.json');
  writeFileSync(path, content);
  return path;
}

describe('processing settings', () => {
  test.each([
    ['not JSON', '{timezone}', 'settings-not-json'],
    ['given twice', '{"timezone":"UTC","timezone":"Asia/Tokyo"}', 'settings-not-json'],
    ['a list', '[]', 'settings-not-object'],
    ['null', 'null', 'settings-not-object'],
  ])('that are %s are refused', (_what, content, code) => {
    const path = settingsFile(content);
    expect(readProcessingSettings(path)).toMatchObject({ ok: false, failure: { code, path } });
  });

  it('are passed on unchanged', () => {
    expect(readProcessingSettings(settingsFile('{"deduplication":"NONE","x":[1]}'))).toEqual({
      ok: true,
      value: { deduplication: 'NONE', x: [1] },
    });
  });
});
