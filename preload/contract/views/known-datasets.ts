import { isSameName } from '../texts/same-name.ts';
import { hasSent, type Sent, sentAt } from './has-sent.ts';

export interface KnownDataset {
  readonly id: number;
  readonly name: string;
  readonly uploads: number;
  /** ISO 8601, UTC. */
  readonly lastUsedAt: string;
}

interface EarlierUpload extends Sent {
  readonly serverUrl: string;
  readonly databaseId: number;
  readonly datasetId: number | null;
  readonly datasetName: string;
  readonly createdAt: string;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
}

/** The name of a dataset that this computer knows only the ID of. */
export function unnamedDataset(id: number): string {
  return `dataset ${id}`;
}

/** The dataset of the same name that an earlier upload from here made, if another one would be made now. */
export function earlierDataset(
  uploads: readonly EarlierUpload[],
  {
    datasetId,
    datasetName,
    ...place
  }: Pick<EarlierUpload, 'serverUrl' | 'databaseId' | 'datasetId' | 'datasetName'>,
): KnownDataset | null {
  if (datasetId !== null) return null;
  return knownDatasets(uploads, place).find(({ name }) => isSameName(name, datasetName)) ?? null;
}

/**
 * The datasets of a database that this computer sent something to, in the order of the uploads, of which the newest is first.
 * The platform has no operation that lists datasets (platform-interface 4).
 */
export function knownDatasets(
  uploads: readonly EarlierUpload[],
  { serverUrl, databaseId }: { readonly serverUrl: string; readonly databaseId: number | null },
): readonly KnownDataset[] {
  const known = new Map<number, KnownDataset>();
  for (const upload of uploads) {
    const { datasetId: id, datasetName: name } = upload;
    if (id === null || upload.serverUrl !== serverUrl || upload.databaseId !== databaseId) continue;
    if (!hasSent(upload)) continue;
    // An upload to an existing dataset knows only its ID; the one that created it knows its name.
    const isNamed = name !== unnamedDataset(id);
    const before = known.get(id);
    const at = sentAt(upload);
    known.set(id, {
      id,
      name: isNamed || before === undefined ? name : before.name,
      uploads: (before?.uploads ?? 0) + 1,
      lastUsedAt: before !== undefined && before.lastUsedAt > at ? before.lastUsedAt : at,
    });
  }
  return [...known.values()];
}
