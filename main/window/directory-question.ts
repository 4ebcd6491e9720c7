/** What a person confirms in a native dialog before a legal hold directory is synchronized. Pure. */

import { directoryEffectTexts, directoryFileText } from '../../preload/contract/texts/directory-text.ts';
import { plural } from '../../preload/contract/texts/format-number.ts';
import { printable } from '../../preload/contract/texts/printable.ts';
import type { DirectoryCheck } from '../../preload/contract/views/directory.ts';
import { cutMiddle } from './change-text.ts';
import type { TrustQuestion } from './trust-questions.ts';

/** Names of columns come from the file, and a dialog has no room for hundreds. */
const maxTextLength = 400;

export function syncDirectoryQuestion({
  host,
  directoryId,
  check,
}: {
  readonly host: string;
  readonly directoryId: number;
  readonly check: DirectoryCheck;
}): TrustQuestion {
  const { path, warnings } = check;
  return {
    message: `Synchronize legal hold directory ${directoryId}?`,
    detail: [
      `Platform: ${host}`,
      `File: ${short(path)}\n${directoryFileText(check)}`,
      ...directoryEffectTexts(check).map(short),
      ...(warnings === 0 ? [] : [`The check found ${plural(warnings, 'warning')}.`]),
      "Lading can't undo a sync.",
    ].join('\n\n'),
    action: 'Synchronize',
  };
}

function short(text: string): string {
  const shown = printable(text);
  return shown.length <= maxTextLength ? shown : cutMiddle(shown, maxTextLength);
}
