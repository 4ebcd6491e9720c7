/** A store as a large upload leaves it, without the wait for a million files. */
import { addPastUploads, type FileRun } from '../fakes/past-uploads.ts';

export const million = 1_000_000;
const perFolder = 1000;
const uploadedPerFolder = 667;

/** Named by its index in the list, from 0. */
export const seededName = (index: number): string => `page ${String(index).padStart(7, '0')}.tif`;

/** One upload of a million files, paused when two thirds were uploaded. Returns its ID. */
export function seedMillion(stateDir: string): number {
  const [id = 0] = addPastUploads(stateDir, [
    {
      name: 'Archive, floors 1 to 9',
      database: { id: 2001, name: 'Doe v. Roe' },
      source: '/evidence/archive',
      state: 'paused',
      createdAt: new Date(),
      finishedAt: null,
      stoppedBy: null,
      runs: Array.from({ length: million / perFolder }, (_, shelf) => shelfOf(shelf)).flat(),
    },
  ]);
  return id;
}

function shelfOf(shelf: number): readonly FileRun[] {
  const floor = Math.floor(shelf / 112) + 1;
  const run = {
    folder: `floor ${floor}/shelf ${String(shelf).padStart(3, '0')}`,
    custodian: `Custodian ${floor}`,
    name: 'page %07d.tif',
    leastBytes: 40_000,
    mostBytes: 940_000,
  };
  const first = shelf * perFolder;
  return [
    { ...run, firstNumber: first, files: uploadedPerFolder, state: 'accepted' },
    {
      ...run,
      firstNumber: first + uploadedPerFolder,
      files: perFolder - uploadedPerFolder,
      state: 'queued',
    },
  ];
}
