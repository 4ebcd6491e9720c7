import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sevenZipBytes } from '../../../../test/fixtures/container-bytes.ts';
import { fileIdentity } from '../../types/source-path.ts';
import { inspectFile } from './inspect-file.ts';

test('an archive that was cut is damaged; the first piece of one that was cut on purpose is not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-inspect-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const inspect = (name: string) => {
    const path = join(folder, name);
    writeFileSync(path, sevenZipBytes().subarray(0, 40));
    const { sizeBytes, mtimeNs, fileId } = fileIdentity(statSync(path, { bigint: true }));
    return inspectFile(path, { name, sizeBytes, mtimeNs, fileId }, { onCall: () => {}, hasBlocks: false });
  };
  const codes = (name: string) => inspect(name).findings.map(({ code }) => code);
  expect(codes('a.7z')).toEqual(['damaged', 'container']);
  expect(codes('a.7z.001')).toEqual(['container']);
  expect(inspect('a.7z.001').type).toBe('7z');
});
