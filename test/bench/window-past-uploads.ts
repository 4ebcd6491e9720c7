import type { FileRun, PastUpload } from '../fakes/past-uploads.ts';

const dayMs = 24 * 60 * 60_000;

/** One upload per day, with `items` files in all. Every tenth is paused half-way. The files don't exist. */
export function pastUploads(uploads: number, items: number): readonly PastUpload[] {
  const each = Math.floor(items / uploads);
  return Array.from({ length: uploads }, (_, before) => {
    const nth = before + 1;
    const files = each + (nth === 1 ? items % uploads : 0);
    const paused = nth % 10 === 0;
    const uploaded = paused ? Math.floor(files / 2) : files;
    const at = new Date(Date.now() - nth * dayMs);
    const run = { folder: '', custodian: null, name: 'letter %d.txt', leastBytes: 16, mostBytes: 16 };
    const runs: readonly FileRun[] = [
      { ...run, firstNumber: 1, files: uploaded, state: 'accepted' },
      { ...run, firstNumber: uploaded + 1, files: files - uploaded, state: 'queued' },
    ];
    return {
      name: `Matter ${nth}`,
      database: { id: 1, name: 'Sink' },
      source: '/evidence',
      state: paused ? 'paused' : 'finished',
      createdAt: at,
      finishedAt: paused ? null : at,
      stoppedBy: null,
      runs: runs.filter((one) => one.files > 0),
    };
  });
}
