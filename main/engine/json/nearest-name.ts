/** Longer names are compared by their start: a name from a file may be as long as the file. */
const maxChars = 60;

/** The name that was probably meant: at most a third of its letters differ. Returns null if none is close. Pure. */
export function nearestName(name: string, names: readonly string[]): string | null {
  const given = name.slice(0, maxChars).toLowerCase();
  const [nearest] = names
    .map((known) => ({ known, edits: editDistance(given, known.toLowerCase()) }))
    .filter(({ known, edits }) => edits <= Math.max(1, Math.floor(known.length / 3)))
    .sort((a, b) => a.edits - b.edits);
  return nearest?.known ?? null;
}

/** Letters to add, remove, or replace; two that changed places count as one (Damerau-Levenshtein, optimal alignment). */
function editDistance(a: string, b: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          (last[column] ?? 0) + 1,
          (current[column - 1] ?? 0) + 1,
          (last[column - 1] ?? 0) + (isSame ? 0 : 1),
          isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[b.length] ?? 0;
}
