/** Small files for packs, and what the platform made of them. */
import { createHash } from 'node:crypto';
import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { UploadId } from '../../main/engine/index.ts';
import { pseudoRandom } from '../fakes/evidence.ts';
import { unwrap } from '../fixtures/result.ts';
import { sourceFiles, type TestEnv, withEngine } from './harness.ts';

export function contentOf(path: string, sizeBytes: number): Buffer {
  return Buffer.concat([...pseudoRandom(path, sizeBytes)]);
}

export async function write(env: TestEnv, path: string, sizeBytes: number): Promise<void> {
  const target = join(env.evidence, path);
  await mkdir(join(target, '..'), { recursive: true });
  await writeFile(target, contentOf(path, sizeBytes));
  await utimes(target, 1_700_000_000, 1_700_000_000);
}

/** Folders of custodians with small files. Returns each file's content by path. */
export async function makeFolders(
  env: TestEnv,
  folders: readonly string[],
  filesPerFolder: number,
  sizeBytes: (index: number) => number = (index) => 500 + 37 * index,
): Promise<ReadonlyMap<string, Buffer>> {
  const files = new Map<string, Buffer>();
  for (const folder of folders)
    for (let index = 0; index < filesPerFolder; index += 1) {
      const path = `${folder}/file-${index}.txt`;
      await write(env, path, sizeBytes(index));
      files.set(path, contentOf(path, sizeBytes(index)));
    }
  return files;
}

export const sha1Of = (content: Uint8Array): string => createHash('sha1').update(content).digest('hex');

export async function datasetOf(env: TestEnv, id: UploadId): Promise<number> {
  return withEngine(env, async (engine) => unwrap(engine.upload(id)).datasetId ?? 0);
}

/** What the platform made of the dataset's source files: path, custodian and SHA-1 of each child. */
export async function documentsOf(env: TestEnv, datasetId: number) {
  const files = (await sourceFiles(env)).filter((row) => row.datasetId === datasetId);
  await expect
    .poll(
      async () =>
        (await sourceFiles(env)).filter((row) => row.datasetId === datasetId && row.state === 'PROCESSING')
          .length,
    )
    .toBe(0);
  const documents = [];
  for (let after = 0; ; ) {
    const page = await env.sandbox.inspect('documents', { after, limit: 10_000 });
    if (page.length === 0) break;
    documents.push(...page);
    after = page.at(-1)?.id ?? 0;
  }
  const ids = new Set(files.map(({ id }) => id));
  return documents.filter(({ sourceFileId }) => ids.has(sourceFileId));
}

/** Every file of a finished upload is on the platform once, as it was when it was scanned. */
export async function expectDocuments(
  env: TestEnv,
  datasetId: number | null,
  files: ReadonlyMap<string, Buffer>,
): Promise<void> {
  const documents = await documentsOf(env, datasetId ?? 0);
  const sent = documents.map(({ path, sha1 }) => `${path} ${sha1}`).toSorted();
  expect(sent).toEqual([...files].map(([path, content]) => `${path} ${sha1Of(content)}`).toSorted());
}
