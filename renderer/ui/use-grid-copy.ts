import { type ClipboardEvent, useRef, useState } from 'react';
import { failureText } from '../../preload/contract/failures/failure-table.ts';
import { words } from '../i18n/words.ts';
import type { RowSource } from '../state/use-paged-list.ts';
import { type Selection, selectedCount } from './grid-selection.ts';
import { writeClipboard } from './write-clipboard.ts';

/** Longer lists are exported instead. */
const maxCopiedRows = 5000;

/** Copies the selected rows as text, loading missing rows first. `message` reports the result below the grid. */
export function useGridCopy<Row>(
  rows: RowSource<Row>,
  selection: Selection,
  textOf: ((row: Row) => string) | undefined,
): {
  readonly onCopy: (event: ClipboardEvent) => void;
  readonly message: string;
  readonly clear: () => void;
} {
  const [message, setMessage] = useState('');
  /** Text that was loaded too late for the key press that requested it. The next one copies it at once. */
  const loaded = useRef<{ readonly selection: Selection; readonly text: string } | null>(null);

  async function fetchAndCopy(count: number) {
    if (textOf === undefined || rows.fetchRows === undefined) return;
    setMessage(words.ui.copying(count));
    const texts: string[] = [];
    for (const [first, last] of selection.runs) {
      const answer = await rows.fetchRows(first, last);
      if (!answer.ok) return setMessage(words.ui.copyFailed(failureText(answer.failure)));
      texts.push(...answer.value.map(textOf));
    }
    const text = texts.join('\n');
    if (writeClipboard(text)) return setMessage(words.ui.copied(texts.length));
    loaded.current = { selection, text };
    setMessage(words.ui.copyAgain(texts.length));
  }

  function onCopy(event: ClipboardEvent): void {
    const count = selectedCount(selection);
    // Text selected inside a detail is copied by the browser.
    if (textOf === undefined || count === 0 || document.getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    if (count > maxCopiedRows) {
      setMessage(words.ui.tooManyToCopy(count, maxCopiedRows));
      return;
    }
    const selected = selection.runs.flatMap(([from, to]) =>
      Array.from({ length: to - from + 1 }, (_, k) => rows.at(from + k)),
    );
    const texts = selected.flatMap((row) => (row === null ? [] : [textOf(row)]));
    const text =
      loaded.current?.selection === selection
        ? loaded.current.text
        : texts.length === selected.length
          ? texts.join('\n')
          : null;
    if (text === null) {
      void fetchAndCopy(count);
      return;
    }
    event.clipboardData.setData('text/plain', text);
    setMessage(words.ui.copied(count));
  }

  /** For a new selection: clears the message and any selected text. */
  function clear(): void {
    setMessage('');
    document.getSelection()?.removeAllRanges();
  }

  return { onCopy, message, clear };
}
