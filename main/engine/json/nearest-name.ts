import { editDistance } from '../../../preload/contract/texts/edit-distance.ts';

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
