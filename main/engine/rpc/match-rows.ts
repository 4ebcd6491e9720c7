/** The custodians of a draft with what a directory says about them. */
import type { DirectoryMatches, MatchRow } from '../../../preload/contract/views/custodian-match.ts';
import type { CustodianView } from '../../../preload/contract/views/views.ts';
import type { ComparedDirectory, StoredMatch } from '../store/custodians/custodian-match-repository.ts';

/** `custodians`: those of now, with what each has. What is left to decide comes first, then by name. */
export function directoryMatchesOf(
  directory: ComparedDirectory | null,
  matches: ReadonlyMap<string, StoredMatch>,
  custodians: readonly CustodianView[],
): Omit<DirectoryMatches, 'more'> {
  const rows = custodians.flatMap((view) =>
    view.custodian === null ? [] : [matchRowOf(view.custodian, view, matches.get(view.custodian))],
  );
  return {
    directory: directory === null ? null : { ...directory, name: fileName(directory.path) },
    rows:
      directory === null
        ? []
        : rows.toSorted(
            (a, b) => Number(a.isDecided) - Number(b.isDecided) || collator.compare(a.custodian, b.custodian),
          ),
  };
}

const collator = new Intl.Collator('en', { numeric: true });

function matchRowOf(
  custodian: string,
  { items, bytes, folders, moreFolders }: CustodianView,
  match: StoredMatch | undefined,
): MatchRow {
  const known = { custodian, items, bytes, folders: [...folders], moreFolders };
  if (match === undefined)
    return { ...known, status: 'new', isDecided: false, isKept: false, best: null, candidates: 0 };
  const { status, isKept, candidates, more } = match;
  const best = candidates[0] ?? null;
  return {
    ...known,
    status,
    isDecided: isKept || (status === 'matched' && best?.name === custodian),
    isKept,
    best,
    candidates: candidates.length + more,
  };
}

/** The store may be from Windows, the reader isn't. */
function fileName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}
