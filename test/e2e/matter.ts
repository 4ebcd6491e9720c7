/** Evidence for the tour of the screens: the sample matter with problems added, and with large files. */
import { cpSync, mkdirSync, readdirSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { newPresentableFolder, sampleMatter } from './app-driver.ts';

export interface Matter {
  readonly folder: string;
  /** The default name of its upload starts with this. */
  readonly name: string;
  /** Its top-level folders. */
  readonly custodians: readonly string[];
  /** Removes a file after the scan, so its upload fails. */
  loseFile(): void;
}

/** The custodians of the sample matter: its top-level folders. */
export const matterCustodians: readonly string[] = readdirSync(sampleMatter, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

/** Has a symbolic link, which is skipped, a file that can be lost, and one that is still being sent when a slow machine looks. */
export function troubledMatter(): Matter {
  const folder = newPresentableFolder('evidence', 'EV-', 412);
  cpSync(sampleMatter, folder, { recursive: true });
  symlinkSync('/dev/null', join(folder, 'Roe, Sam', 'Shared drive'));
  const file = join(folder, 'Roe, Sam', 'Set points, draft.docx');
  writeFileSync(file, 'here for now');
  const matter = {
    folder,
    name: basename(folder),
    custodians: matterCustodians,
    loseFile: () => rmSync(file),
  };
  addSparse(matter, 'Roe, Sam/Phone/SIM card.dd', 60_000_000, bootSector);
  return matter;
}

/** With disk images, a mail archive, and binders of scans. All but their beginnings is sparse, and is sent like any other bytes. */
export function largeMatter(): Matter {
  const matter = troubledMatter();
  addSparse(matter, 'Roe, Sam/Laptop/ThinkPad X1.dd', 2_400_000_000, bootSector);
  addSparse(matter, 'Ng, Ana/Mail/ana.ng.mbox', 540_000_000, mailHead);
  addSparse(matter, `${scanCustodian}/Phone/card.dd`, 210_000_000, bootSector);
  for (let page = 1; page <= 45; page += 1) {
    for (const binder of [1, 2])
      addSparse(matter, pagePath(`Binder ${binder}`, page), pageBytes(page * binder), emptyTiff);
  }
  return withScans(matter);
}

/** With one binder of scans. */
export function binderMatter(): Matter {
  const matter = troubledMatter();
  for (let page = 1; page <= 60; page += 1)
    addSparse(matter, pagePath('Ship’s log', page), pageBytes(page), emptyTiff);
  return withScans(matter);
}

const scanCustodian = 'Aune, Peder';

function withScans(matter: Matter): Matter {
  return { ...matter, custodians: [...matter.custodians, scanCustodian] };
}

function pagePath(binder: string, page: number): string {
  return `${scanCustodian}/${binder}/page ${String(page).padStart(3, '0')}.tif`;
}

function pageBytes(seed: number): number {
  return 3_400_000 + ((seed * 791_911) % 4_800_000);
}

/** Little-endian, with a directory of no entries. */
const emptyTiff = Buffer.from('49492a00080000000000', 'hex');
const bootSector = Buffer.concat([Buffer.alloc(510), Buffer.of(0x55, 0xaa)]);
const mailHead = Buffer.from('From ana.ng@example.com Tue Mar  4 09:12:00 2025\nSubject: Set points\n\n');

function addSparse({ folder }: Matter, path: string, bytes: number, head: Buffer): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, head);
  truncateSync(file, bytes);
}
