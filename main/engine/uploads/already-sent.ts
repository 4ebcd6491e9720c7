import type { AlreadySent } from '../../../preload/contract/views/already-sent.ts';
import type { Repositories } from '../store/repositories.ts';
import type { UploadId } from '../types/ids.ts';

const maxDatasets = 5;

/** Whether it is skipped or not. `earlier`: the uploads that sent it. */
export function readAlreadySent(
  { findings }: Pick<Repositories, 'findings'>,
  id: UploadId,
  earlier: Pick<Repositories, 'uploads'>,
): AlreadySent {
  const rows = findings.alreadySent(id);
  if (rows.length === 0) return { items: 0, bytes: 0, datasets: [] };
  const uploads = new Map(earlier.uploads.all().map((upload) => [upload.uuid, upload]));
  const datasets = new Map<string, AlreadySent['datasets'][number]>();
  for (const { upload: uuid, items, at } of rows) {
    const upload = uploads.get(uuid);
    if (upload === undefined) continue;
    const { datasetId, datasetName: name } = upload;
    const key = String(datasetId ?? name);
    const before = datasets.get(key);
    datasets.set(key, {
      name,
      items: items + (before?.items ?? 0),
      at: [at, before?.at ?? ''].sort()[1] ?? at,
    });
  }
  return {
    items: rows.reduce((sum, { items }) => sum + items, 0),
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    datasets: [...datasets.values()].sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, maxDatasets),
  };
}
