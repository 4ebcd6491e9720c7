import type { Answer } from '../../../preload/contract/index.ts';

interface Sent {
  readonly serverUrl: string;
  readonly databaseId: number;
  readonly databaseName: string;
  readonly sources: readonly string[];
}

/**
 * Whether the database's name must be typed: evidence from the same place went to another database before, or this
 * computer never sent anything to this one but did to others. A wrong matter is the one mistake that cannot be taken back.
 */
export function checkDatabase(draft: Sent, before: readonly Sent[]): Answer<'drafts.databaseCheck'> {
  const same = (one: Sent): boolean =>
    one.serverUrl === draft.serverUrl && one.databaseId === draft.databaseId;
  const neighbours = before.filter((one) =>
    one.sources.some((source) => draft.sources.some((mine) => near(source, mine))),
  );
  const relevant = neighbours.length > 0 ? neighbours : before;
  const elsewhere = relevant.filter((one) => !same(one));
  const known = relevant.some(same);
  return {
    mustTypeName: elsewhere.length > 0 && !known,
    databaseName: draft.databaseName,
    usedBefore: [...new Set(elsewhere.map((one) => one.databaseName))].slice(0, 5),
  };
}

/** The same folder, one inside the other, or two beside each other. */
function near(a: string, b: string): boolean {
  const parent = (path: string): string => path.replace(/[\\/][^\\/]*[\\/]?$/, '');
  return a === b || parent(a) === parent(b) || inside(a, b) || inside(b, a);
}

function inside(path: string, folder: string): boolean {
  return path.startsWith(folder) && /^[\\/]/.test(path.slice(folder.length));
}
