import { z } from 'zod';
import { count, plural } from './format-number.ts';

const bytes = z.number().nonnegative();

/** How a file differs from what was found before. */
export const fileChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('grew'), fromBytes: bytes, toBytes: bytes }),
  z.object({ kind: z.literal('shrank'), fromBytes: bytes, toBytes: bytes }),
  z.object({ kind: z.literal('truncated'), atByte: bytes }),
  z.object({ kind: z.literal('exceeds-size'), sizeBytes: bytes }),
  z.object({ kind: z.literal('modified') }),
  z.object({ kind: z.literal('replaced') }),
  z.object({ kind: z.literal('touched') }),
  z.object({ kind: z.literal('sent-part-differs'), partNumber: z.int() }),
]);

/** Without the file's name and a full stop. */
export function fileChangeText(change: z.infer<typeof fileChange>): string {
  switch (change.kind) {
    case 'grew':
      return `it grew from ${count(change.fromBytes)} to ${plural(change.toBytes, 'byte')}`;
    case 'shrank':
      return `it shrank from ${count(change.fromBytes)} to ${plural(change.toBytes, 'byte')}`;
    case 'truncated':
      return `it now ends at byte ${count(change.atByte)}`;
    case 'exceeds-size':
      return `it has more than the ${plural(change.sizeBytes, 'byte')} that its disk or share reports`;
    case 'modified':
      return 'it was modified';
    case 'replaced':
      return 'another file took its place';
    case 'touched':
      return "it was touched while it was read, and nothing shows that its content wasn't changed";
    case 'sent-part-differs':
      return `part ${count(change.partNumber)}, which was already sent, differs from what is on disk`;
  }
}
