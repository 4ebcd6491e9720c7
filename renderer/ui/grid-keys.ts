/** What each key does in a grid. */
export interface GridKey {
  readonly key: string;
  readonly shift: boolean;
  /** Control, or Command on a Mac. */
  readonly control: boolean;
}

export type GridAction =
  | { readonly kind: 'go'; readonly to: number; readonly extend: boolean }
  | { readonly kind: 'select-all' | 'select-none' | 'toggle' | 'open' | 'expand' | 'collapse' }
  | { readonly kind: 'type'; readonly letter: string };

export function gridActionFor(
  { key, shift, control }: GridKey,
  at: { readonly active: number; readonly rowCount: number; readonly pageRows: number },
): GridAction | null {
  const last = at.rowCount - 1;
  if (last < 0) return null;
  const go = (to: number): GridAction => ({ kind: 'go', to: Math.min(last, Math.max(0, to)), extend: shift });
  switch (key) {
    case 'ArrowDown':
      return go(at.active + 1);
    case 'ArrowUp':
      return go(at.active - 1);
    case 'PageDown':
      return go(at.active + Math.max(1, at.pageRows));
    case 'PageUp':
      return go(at.active - Math.max(1, at.pageRows));
    case 'Home':
      return go(0);
    case 'End':
      return go(last);
    case 'ArrowRight':
      return { kind: 'expand' };
    case 'ArrowLeft':
      return { kind: 'collapse' };
    case 'Enter':
      return { kind: 'open' };
    case ' ':
      return { kind: 'toggle' };
    case 'Escape':
      return { kind: 'select-none' };
    case 'a':
    case 'A':
      return control ? { kind: 'select-all' } : { kind: 'type', letter: key };
    default:
      return !control && key.length === 1 ? { kind: 'type', letter: key } : null;
  }
}

/**
 * The next row whose text starts with what was typed, searched from the active row and wrapping around. Typing the same
 * letter repeatedly moves on to the next match. Rows that are not loaded are skipped.
 */
export function findByPrefix(
  typed: string,
  active: number,
  range: { readonly first: number; readonly last: number },
  textOf: (index: number) => string | null,
): number | null {
  const wanted = typed.toLocaleLowerCase();
  const same = [...wanted].every((letter) => letter === wanted[0]);
  const prefix = same ? wanted.slice(0, 1) : wanted;
  const size = range.last - range.first + 1;
  const start = clamp(active, range) + (same ? 1 : 0);
  for (let step = 0; step < size; step += 1) {
    const index = range.first + ((((start - range.first + step) % size) + size) % size);
    if (textOf(index)?.toLocaleLowerCase().startsWith(prefix) === true) return index;
  }
  return null;
}

function clamp(index: number, range: { readonly first: number; readonly last: number }): number {
  return Math.min(range.last, Math.max(range.first, index));
}
