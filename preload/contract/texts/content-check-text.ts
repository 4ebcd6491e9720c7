/** What is wrong with a container, and what is unusual about its entries, in plain English. */

import type { ContentDamage, containerParts, ListingWarning } from '../views/content-check.ts';
import { formatBytes } from './format-bytes.ts';
import { count, plural } from './format-number.ts';

const parts: Readonly<Record<(typeof containerParts)[number], string>> = {
  header: 'header',
  'table-of-contents': 'table of contents',
  'end-record': 'end marker',
  entry: 'entry',
  'segment-table': 'segment table',
  checksum: 'checksum',
  volume: 'volume',
};

/** A sentence. */
export function contentDamageText(damage: ContentDamage): string {
  switch (damage.kind) {
    case 'cut-short':
      return `it should have ${formatBytes(damage.expectedBytes)}, but has only ${formatBytes(damage.foundBytes)}.`;
    case 'end-missing':
      return `it ends before its ${parts[damage.part]}.`;
    case 'checksum-mismatch':
      return `the checksum of its ${parts[damage.part]} doesn't match.`;
    case 'invalid':
      return `its ${parts[damage.part]} contradicts the rest of the file (at byte ${count(damage.position)}).`;
  }
}

const files = (amount: number): string => plural(amount, 'file');

/** A sentence. */
export function listingWarningText(warning: ListingWarning): string {
  switch (warning.kind) {
    case 'unsafe-paths':
      return `${files(warning.entries)} in it would be written outside of the target folder, such as ${warning.example}.`;
    case 'control-characters':
      return `${plural(warning.entries, 'file in it has', 'files in it have')} control characters in the name, such as ${warning.example}.`;
    case 'duplicate-names':
      return `${plural(warning.entries, 'file in it has', 'files in it have')} a name that another file in it has, such as ${warning.example}.`;
    case 'overlapping-entries':
      return `${plural(warning.entries, 'file in it shares its', 'files in it share their')} bytes, as in archive bombs.`;
    case 'impossible-sizes':
      return `${plural(warning.entries, 'file in it claims', 'files in it claim')} impossible sizes, such as ${warning.example}.`;
    case 'high-expansion':
      return `it grows from ${formatBytes(warning.packedBytes)} to ${formatBytes(warning.expandedBytes)} when it is expanded.`;
    case 'doubtful-encoding':
      return `${plural(warning.entries, 'file in it has a name', 'files in it have names')} without an encoding. Lading shows them as ${warning.encoding}, such as ${warning.example}, but they may be meant otherwise. Folders named so have the custodian of the folder above, or the archive's own, unless you assign one.`;
    case 'too-many-folders':
      return `it has more than ${count(warning.limit)} folders.`;
    case 'nested-containers':
      return `${plural(warning.entries, 'file in it is a container itself', 'files in it are containers themselves')}.`;
  }
}

/** What to do about it. */
export function listingWarningAdvice({ kind }: ListingWarning): string {
  switch (kind) {
    case 'doubtful-encoding':
      return 'Look at the names of its folders in Custodians, and assign them there if they belong to other people.';
    case 'too-many-folders':
      return "Folders beyond that have the archive's own custodian. If they belong to several people, split it.";
    default:
      return 'Open a copy of it, and look at its contents.';
  }
}
