import type { FailureOf } from '../failures/failure.ts';
import { count } from './format-number.ts';

/** How a file differs from what was found before. Without a subject's name and a full stop. */
export function fileChangeText(change: FailureOf<'file-changed'>['change']): string {
  switch (change.kind) {
    case 'grew':
      return `it grew from ${count(change.fromBytes)} to ${count(change.toBytes)} bytes`;
    case 'shrank':
      return `it shrank from ${count(change.fromBytes)} to ${count(change.toBytes)} bytes`;
    case 'truncated':
      return `it now ends at byte ${count(change.atByte)}`;
    case 'modified':
      return 'it was modified';
    case 'replaced':
      return 'another file took its place';
    case 'touched':
      return "it was touched while it was sent, and nothing shows that its content wasn't changed";
    case 'sent-part-differs':
      return `part ${count(change.partNumber)}, which was already sent, differs from what is on disk`;
  }
}
