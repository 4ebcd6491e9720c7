/** What arrived, by the platform's own account. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { InspectedSourceFile, Sandbox } from '../../main/sandbox/index.ts';

const limit = 5_000;
const processedMs = 120_000;

export interface Received {
  readonly path: string;
  readonly sha1: string;
  readonly custodian: string;
  readonly datasetId: number;
}

/** Every file that is complete on the platform, also those that came in packs. */
export async function receivedFiles(sandbox: Sandbox): Promise<readonly Received[]> {
  const received: Received[] = [];
  /** The dataset of each pack. */
  const packs = new Map<number, number>();
  for (const row of await processed(sandbox)) {
    if (row.completed === null) continue;
    if (row.filename.endsWith('.zip')) packs.set(row.id, row.datasetId);
    else {
      const hash = createHash('sha1');
      await pipeline(createReadStream(row.assembledPath ?? ''), hash);
      received.push({
        ...{ path: row.filename, sha1: hash.digest('hex'), custodian: row.custodian ?? '(none)' },
        datasetId: row.datasetId,
      });
    }
  }
  for (const { sourceFileId, path, sha1, custodian } of await pages((after) =>
    sandbox.inspect('documents', { after, limit }),
  )) {
    const datasetId = packs.get(sourceFileId);
    if (datasetId !== undefined)
      received.push({ path, sha1: sha1 ?? '(none)', custodian: custodian ?? '(none)', datasetId });
  }
  return received;
}

/** All source files, once the platform has looked into all packs. */
async function processed(sandbox: Sandbox): Promise<readonly InspectedSourceFile[]> {
  for (const until = performance.now() + processedMs; ; await delay(200)) {
    const rows = await pages((after) => sandbox.inspect('source-files', { after, limit }));
    if (!rows.some(({ state }) => state === 'PROCESSING')) return rows;
    if (performance.now() > until) throw new Error('The sandbox did not look into all packs');
  }
}

async function pages<T extends { readonly id: number }>(
  read: (after: number) => Promise<readonly T[]>,
): Promise<readonly T[]> {
  const rows: T[] = [];
  for (;;) {
    const page = await read(rows.at(-1)?.id ?? 0);
    rows.push(...page);
    if (page.length < limit) return rows;
  }
}
