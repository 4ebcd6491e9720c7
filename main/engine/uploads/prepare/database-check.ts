import { isSameName, normalName } from '../../../../preload/contract/texts/same-name.ts';
import type { DatabaseCheck } from '../../../../preload/contract/views/database-check.ts';
import { comparablePath, overlaps } from '../../../../preload/contract/views/source-overlap.ts';
import { isNameTold, isRenamed } from '../../platform/find-database.ts';

/** What an upload has in common with earlier ones, and where it goes. */
export interface DatabaseUse {
  readonly serverUrl: string;
  readonly isSandbox: boolean;
  readonly databaseId: number;
  readonly databaseName: string;
  readonly sources: readonly string[];
  /** The custodians of its files, as far as they are known. */
  readonly custodians: readonly string[];
  /** It is null for an existing dataset, which the platform finds in its own database only. */
  readonly newDataset: string | null;
}

type Reason = NonNullable<DatabaseCheck['reason']>;

const maxNames = 5;

/**
 * Why the database's name must be typed before the upload starts: sending to the wrong matter can't be undone. `before`
 * has the earlier uploads of this computer, oldest first, as `countsAsEarlier` has it.
 *
 * What an upload has in common with earlier ones is compared from the strongest sign to the weakest. The first sign that
 * earlier uploads share decides: it asks if they all went to other databases. Sandboxes and platforms say nothing about
 * each other. `similar`: the names of other databases that can be taken for it. They ask where no closer sign says
 * that it's the right one. `platform`: of this computer; it says how paths are compared.
 */
export function checkDatabase(
  upload: DatabaseUse,
  before: readonly DatabaseUse[],
  similar: readonly string[] = [],
  platform: string = process.platform,
): DatabaseCheck {
  const comparable = before.filter(({ isSandbox }) => isSandbox === upload.isSandbox);
  const here = (one: DatabaseUse): boolean =>
    one.serverUrl === upload.serverUrl && one.databaseId === upload.databaseId;
  const ask = (reason: Reason, subject: string | null, uses: readonly DatabaseUse[]): DatabaseCheck => ({
    reason,
    databaseId: upload.databaseId,
    databaseName: upload.databaseName,
    ...(uses.every(({ serverUrl }) => serverUrl === upload.serverUrl) ? {} : { serverUrl: upload.serverUrl }),
    subject,
    usedBefore: [...new Set(uses.map((use) => databaseLabel(use, upload)))].slice(-maxNames).reverse(),
  });

  const nothing = { ...ask('new-database', null, []), reason: null };

  const last = comparable.findLast((one) => here(one) && isNameTold(one.databaseId, one.databaseName));
  if (last !== undefined && isRenamed(upload.databaseId, last.databaseName, upload.databaseName))
    return ask('renamed', null, [last]);

  const sentHere = (path: string): boolean =>
    comparable.some((one) => here(one) && one.sources.some((source) => overlaps(source, path, platform)));
  const sentBefore = sharedPaths(upload, comparable, platform);
  const sentElsewhereOnly = sentBefore.find((path) => !sentHere(path));
  if (sentElsewhereOnly !== undefined)
    return ask(
      'same-source',
      sentElsewhereOnly,
      comparable.filter(({ sources }) =>
        sources.some((other) => overlaps(other, sentElsewhereOnly, platform)),
      ),
    );
  if (sentBefore.length > 0) return nothing;

  const custodian = comparable.flatMap((one) => shared(upload.custodians, one.custodians)).at(-1) ?? null;
  const besideOf = (one: DatabaseUse): string | undefined =>
    one.sources.find((other) => upload.sources.some((source) => isBeside(source, other, platform)));
  const beside = comparable.filter((one) => besideOf(one) !== undefined);
  const signs: readonly (readonly [Reason, string | null, readonly DatabaseUse[]])[] = [
    [
      'same-custodian',
      custodian,
      comparable.filter((one) => shared(upload.custodians, one.custodians).length > 0),
    ],
    ['nearby-source', beside.map(besideOf).at(-1) ?? null, beside],
    [
      'same-dataset',
      upload.newDataset,
      comparable.filter(
        ({ newDataset }) => newDataset !== null && isSameDataset(newDataset, upload.newDataset),
      ),
    ],
    ['new-database', null, comparable],
  ];
  const [reason, subject, uses] = signs.find(([, , found]) => found.length > 0) ?? [null, null, []];
  if (reason !== null && reason !== 'new-database')
    return uses.some(here) ? nothing : ask(reason, subject, uses);
  if (similar.length > 0)
    return { ...nothing, reason: 'similar-name', usedBefore: similar.slice(0, maxNames) };
  return reason === null || uses.some(here) ? nothing : ask(reason, subject, uses);
}

/** With what tells it apart from the upload's own database where the names are the same. */
function databaseLabel({ serverUrl, databaseId, databaseName }: DatabaseUse, upload: DatabaseUse): string {
  if (serverUrl !== upload.serverUrl) return `${databaseName} (${serverUrl})`;
  return isSameName(databaseName, upload.databaseName) ? `${databaseName} (${databaseId})` : databaseName;
}

/** What the upload would send that an earlier one sent: of two folders, one inside the other, the inner one. */
function sharedPaths(
  upload: DatabaseUse,
  before: readonly DatabaseUse[],
  platform: string,
): readonly string[] {
  const length = (path: string): number => comparablePath(path, platform).length;
  const earlier = [...new Set(before.flatMap(({ sources }) => sources))];
  return upload.sources.flatMap((source) =>
    earlier
      .filter((other) => overlaps(other, source, platform))
      .map((other) => (length(other) > length(source) ? other : source)),
  );
}

function shared(a: readonly string[], b: readonly string[]): readonly string[] {
  const names = new Set(b);
  return a.filter((name) => names.has(name));
}

function isSameDataset(a: string, b: string | null): boolean {
  return b !== null && normalName(a).toLowerCase() === normalName(b).toLowerCase();
}

/** Two in the same folder. Those at the top of a disk have nothing in common. */
function isBeside(a: string, b: string, platform: string): boolean {
  const parent = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const folder = parent(comparablePath(a, platform));
  return folder.includes('/') && folder === parent(comparablePath(b, platform));
}
