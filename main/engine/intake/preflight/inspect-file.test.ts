import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { severityOf } from '../../../../preload/contract/views/finding.ts';
import { sevenZipBytes } from '../../../../test/fixtures/container-bytes.ts';
import { zipBytes } from '../../../../test/fixtures/zip-bytes.ts';
import { fileIdentity } from '../../types/source-path.ts';
import { inspectFile } from './inspect-file.ts';

function inspectBytes(name: string, bytes: Uint8Array) {
  const folder = mkdtempSync(join(tmpdir(), 'lading-inspect-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  writeFileSync(path, bytes);
  const { sizeBytes, mtimeNs, fileId } = fileIdentity(statSync(path, { bigint: true }));
  return inspectFile(path, { name, sizeBytes, mtimeNs, fileId }, { call: (run) => run(), followLink: false });
}

test('an archive that was cut is damaged; the first piece of one that was cut on purpose is not', () => {
  const inspect = (name: string) => inspectBytes(name, sevenZipBytes().subarray(0, 40));
  const codes = (name: string) => inspect(name).findings.map(({ code }) => code);
  expect(codes('a.7z')).toEqual(['damaged', 'container']);
  expect(codes('a.7z.001')).toEqual(['container']);
  expect(inspect('a.7z.001').type).toBe('7z');
});

test('an archive in an archive is information, and no warning', () => {
  const members = [{ name: 'letter.txt' }, { name: 'Mail.ZIP' }, { name: 'old/Mail.pst' }];
  const { findings } = inspectBytes('share.zip', zipBytes(members));
  expect(findings).toContainEqual({ code: 'nested-containers', details: { type: 'zip', entries: 2 } });
  expect(findings.map(({ code }) => severityOf(code))).toEqual(['info', 'info']);
});
