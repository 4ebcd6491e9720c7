import { type ClipboardEvent, useRef, useState } from 'react';
import { failureText } from '../../preload/contract/failure-text.ts';
import { words } from '../i18n/words.ts';
import type { RowSource } from '../state/use-paged-list.ts';
import { type Selection, selectedCount } from './grid-selection.ts';

/** More than this is exported, not copied. */
export const maxCopiedRows = 5000;

const t = words.ui;

/** Copies the chosen rows, as text. What is not here yet is fetched first; what came of it is said below the grid. */
export function useGridCopy<Row>(
  rows: RowSource<Row>,
  selection: Selection,
  textOf: ((row: Row) => string) | undefined,
): { readonly onCopy: (event: ClipboardEvent) => void; readonly said: string; readonly forget: () => void } {
  const [said, setSaid] = useState('');
  /** Fetched after the key that asked for it had lost its right to the clipboard: the next one has it at once. */
  const fetched = useRef<{ readonly selection: Selection; readonly text: string } | null>(null);

  async function fetchAndCopy(count: number) {
    if (textOf === undefined || rows.fetchRows === undefined) return;
    setSaid(t.copying(count));
    const texts: string[] = [];
    for (const [first, last] of selection.runs) {
      const answer = await rows.fetchRows(first, last);
      if (!answer.ok) return setSaid(t.copyFailed(failureText(answer.failure)));
      texts.push(...answer.value.map(textOf));
    }
    const text = texts.join('\n');
    if (writeClipboard(text)) return setSaid(t.copied(texts.length));
    fetched.current = { selection, text };
    setSaid(t.copyAgain(texts.length));
  }

  function onCopy(event: ClipboardEvent): void {
    const count = selectedCount(selection);
    // Words marked inside a detail are copied as they are.
    if (textOf === undefined || count === 0 || document.getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    if (count > maxCopiedRows) {
      setSaid(t.tooManyToCopy(count, maxCopiedRows));
      return;
    }
    const chosen = selection.runs.flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, k) => rows.at(from + k)),
    );
    const texts = chosen.flatMap((row) => (row === null ? [] : [textOf(row)]));
    const text =
      fetched.current?.selection === selection
        ? fetched.current.text
        : texts.length === chosen.length
          ? texts.join('\n')
          : null;
    if (text === null) {
      void fetchAndCopy(count);
      return;
    }
    event.clipboardData.setData('text/plain', text);
    setSaid(t.copied(count));
  }

  /** Other rows are chosen: what was said of the ones before is over, and so are words marked before. */
  function forget(): void {
    setSaid('');
    document.getSelection()?.removeAllRanges();
  }

  return { onCopy, said, forget };
}

/** Outside of a copy event. The asynchronous clipboard needs a permission, and the window is denied them all. */
function writeClipboard(text: string): boolean {
  let isPut = false;
  const give = (event: globalThis.ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
    isPut = true;
  };
  document.addEventListener('copy', give, { capture: true });
  document.execCommand('copy');
  document.removeEventListener('copy', give, { capture: true });
  return isPut;
}
