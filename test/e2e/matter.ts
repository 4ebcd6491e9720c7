/** Evidence for the walk through the screens: the sample matter with something to complain about, and with large files. */
import { cpSync, mkdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { newShownFolder, sampleMatter } from './app-driver.ts';

export interface Matter {
  readonly folder: string;
  /** What the upload is called unless it is told otherwise begins so. */
  readonly name: string;
  /** One of the files is gone by the time it is to be sent. */
  lose(): void;
}

/** A link, which is left out, and a file that can be lost. */
export function troubledMatter(): Matter {
  const folder = newShownFolder('evidence', 'EV-', 412);
  cpSync(sampleMatter, folder, { recursive: true });
  symlinkSync('/dev/null', join(folder, 'Roe, Sam', 'Shared drive'));
  const lost = join(folder, 'Roe, Sam', 'Set points, draft.docx');
  writeFileSync(lost, 'was here');
  return { folder, name: basename(folder), lose: () => rmSync(lost) };
}

/** With a laptop's image, a mail archive and binders of scans; their bytes are holes, which are sent like any others. */
export function largeMatter(): Matter {
  const matter = troubledMatter();
  addSparse(matter, 'Roe, Sam/Laptop/ThinkPad X1.dd', 2_400_000_000);
  addSparse(matter, 'Ng, Ana/Mail/ana.ng.pst', 540_000_000);
  addSparse(matter, 'Aune, Peder/Phone/iPhone backup.tar', 210_000_000);
  for (let page = 1; page <= 45; page += 1) {
    for (const binder of [1, 2])
      addSparse(matter, pageOf(`Binder ${binder}`, page), pageBytes(page * binder));
  }
  return matter;
}

/** One binder of scans, and not much else. */
export function binderMatter(): Matter {
  const matter = troubledMatter();
  for (let page = 1; page <= 60; page += 1) addSparse(matter, pageOf('Ship’s log', page), pageBytes(page));
  return matter;
}

function pageOf(binder: string, page: number): string {
  return `Aune, Peder/${binder}/page ${String(page).padStart(3, '0')}.tif`;
}

function pageBytes(seed: number): number {
  return 3_400_000 + ((seed * 791_911) % 4_800_000);
}

function addSparse({ folder }: Matter, path: string, bytes: number): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '');
  truncateSync(file, bytes);
}
