import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openLog, redact } from './log.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lading-log-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the log', () => {
  it.each([
    'key prod.ab12cd.Zm9vYmFyYmF6cXV4Zm9vYmFy refused',
    'Authorization: Bearer Zm9vYmFyYmF6cXV4Zm9vYmFy',
    'PUT https://store.example/part?X-Signature=Zm9vYmFyYmF6cXV4Zm9vYmFy failed',
    'GET https://me:Zm9vYmFyYmF6cXV4Zm9vYmFy@files.example/a.zip',
    'https://files.example/a.zip#Zm9vYmFyYmF6cXV4Zm9vYmFy',
  ])('contains no secret: %s', (text) => {
    expect(redact(text)).not.toContain('Zm9v');
  });

  it('keeps what helps: where a bug is, and an address without its query', () => {
    expect(redact('at run (file:///app/main/index.js:10:3)')).toBe('at run (file:///app/main/index.js:10:3)');
    expect(redact('GET https://host.example/v1/databases?limit=5 503')).toBe(
      'GET https://host.example/v1/databases?… 503',
    );
  });

  it('is written synchronously and rotates: never more than two files', () => {
    const log = openLog(join(folder, 'logs', 'lading.log'));
    log.error('snapshot', new Error('boom'));
    expect(readFileSync(log.path, 'utf8')).toMatch(/^\S+Z snapshot: Error: boom\n {4}at /);
    const line = 'x'.repeat(50_000);
    for (let written = 0; written < 50; written += 1) log.info(line);
    expect(readdirSync(join(folder, 'logs')).sort()).toEqual(['lading.log', 'lading.log.old']);
    expect(readFileSync(log.path).length).toBeLessThan(1_100_000);
  });
});
