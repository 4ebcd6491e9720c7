import type { FailureOf } from './failure.ts';

/** How a file differs from what was found before. Without a subject's name and a full stop. */
export function fileChangeText(change: FailureOf<'file-changed'>['change']): string {
  switch (change.kind) {
    case 'grew':
      return `it grew from ${number(change.fromBytes)} to ${number(change.toBytes)} bytes`;
    case 'shrank':
      return `it shrank from ${number(change.fromBytes)} to ${number(change.toBytes)} bytes`;
    case 'truncated':
      return `it now ends at byte ${number(change.atByte)}`;
    case 'modified':
      return 'it was modified';
    case 'replaced':
      return 'another file took its place';
    case 'touched':
      return "it was touched while it was sent, and nothing shows that its content wasn't changed";
    case 'sent-part-differs':
      return `part ${number(change.partNumber)}, which was already sent, differs from what is on disk`;
  }
}

const number = (value: number): string => value.toLocaleString('en-US');
