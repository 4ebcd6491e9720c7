import type { Answer } from '../../../preload/contract/index.ts';

interface Sent {
  readonly serverUrl: string;
  readonly databaseId: number;
  readonly databaseName: string;
  readonly sources: readonly string[];
}

/**
 * Whether the database's name must be typed: evidence from a neighboring folder went to another database before, or this
 * computer sent to other databases but never to this one. Sending to the wrong matter can't be undone.
 */
export function checkDatabase(draft: Sent, before: readonly Sent[]): Answer<'drafts.databaseCheck'> {
  const same = (one: Sent): boolean =>
    one.serverUrl === draft.serverUrl && one.databaseId === draft.databaseId;
  const neighbors = before.filter((one) =>
    one.sources.some((source) => draft.sources.some((mine) => isNear(source, mine))),
  );
  const relevant = neighbors.length > 0 ? neighbors : before;
  const elsewhere = relevant.filter((one) => !same(one));
  const known = relevant.some(same);
  return {
    mustTypeName: elsewhere.length > 0 && !known,
    databaseName: draft.databaseName,
    usedBefore: [...new Set(elsewhere.map((one) => one.databaseName))].slice(0, 5),
  };
}

/** The same folder, one inside the other, or two beside each other. */
function isNear(a: string, b: string): boolean {
  const parent = (path: string): string => path.replace(/[\\/][^\\/]*[\\/]?$/, '');
  return a === b || parent(a) === parent(b) || isInside(a, b) || isInside(b, a);
}

function isInside(path: string, folder: string): boolean {
  return path.startsWith(folder) && /^[\\/]/.test(path.slice(folder.length));
}
