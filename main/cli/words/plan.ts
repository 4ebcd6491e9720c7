/** What an upload would do, before it begins. */
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { count, plural } from '../../../preload/contract/texts/format-number.ts';
import { printable } from '../../../preload/contract/texts/printable.ts';
import { emptySourceText } from '../../../preload/contract/texts/unavailable-source-text.ts';
import type { AlreadySent } from '../../../preload/contract/views/already-sent.ts';
import type { SelectionCode } from '../../../preload/contract/views/selection.ts';
import type { Tally } from '../../engine/index.ts';
import { formatTime } from '../terminal/time.ts';
import { tally } from './uploads.ts';

export const plan = {
  total: (queued: Tally, parts: number) => `To upload: ${tally(queued)}, in ${plural(parts, 'part')}`,
  alreadySent: ({ items, bytes, datasets }: AlreadySent) =>
    `Uploaded to this database before, unchanged: ${tally({ items, bytes })}${datasets.length === 0 ? '' : ` (${datasets.map(({ name, at }) => `“${printable(name)}” on ${formatTime(at)}`).join('; ')})`}.`,
  alreadySentAgain: (isEach: boolean, again: number) =>
    `${isEach ? 'They' : `${count(again)} of them`} are uploaded again. To upload only what is new or changed since, pass --only-new.`,
  alreadySentSkipped: 'They are skipped, as --only-new says.',
  alreadySentAnyway: (isEach: boolean, again: number) =>
    `${isEach ? 'They' : `${count(again)} of them`} are uploaded again, in spite of --only-new: segments of sets that are partly new, or files chosen one by one.`,
  alreadySentLeftOut: 'They are skipped, as the selection says.',
  links: (links: number, sizeBytes: number, ofUnknownSize: number) => {
    const known = [
      formatBytes(sizeBytes),
      ...(ofUnknownSize > 0 ? [`${count(ofUnknownSize)} of unknown size`] : []),
    ];
    const sizes = ofUnknownSize === links ? ' of unknown size' : `, ${known.join(' and ')}`;
    return `To hand over: ${plural(links, 'link')}${sizes}. The platform downloads ${links === 1 ? 'it' : 'them'} itself.`;
  },
  similarCustodians: (names: readonly string[], all: number) =>
    `Similar names of custodians: ${names.map((name) => `“${name}”`).join(', ')}${all > names.length ? `, and ${count(all - names.length)} more` : ''}. If they are one person, give their folders one name in a CSV, and pass it with --custodian-map.`,
  moreSimilarCustodians: (groups: number) =>
    `${plural(groups, 'more group', 'more groups')} of custodians ${groups === 1 ? 'has' : 'have'} similar names. To list them all, use --json.`,
  linkWarning: (link: string, text: string) => `${link}: ${text}`,
  skipped: (files: number) => `${count(files)} skipped`,
  failed: (files: number) => `${count(files)} can't be uploaded`,
  time: (line: string) => `Estimated time from now: ${line}`,
  timeByLine: "Estimated time from now, by the line to the server, which isn't measured yet:",
  databaseSize: (nowGb: number, after: string) => `Database size: ${formatBytes(nowGb * 1e9)} now. ${after}`,
  databaseSizeUnknown: "Database size: unknown. This key can't read the database's billing.",
  custodian: 'Custodian',
  insideContainers: 'Inside containers',
  insideContainer: (custodian: string, uncheckedFolders: number) =>
    uncheckedFolders === 0 ? custodian : `${custodian} (${plural(uncheckedFolders, 'folder')} unchecked)`,
  uncheckedFolders: (folders: number) =>
    `${plural(folders, 'folder')} inside containers that Lading can't look into: unchecked, sent as named.`,
  assignedBy: 'Assigned by',
  origins: {
    manual: 'hand',
    map: 'CSV',
    pattern: 'pattern',
    folder: 'folder name',
    default: 'default',
  },
  emptySource: emptySourceText,
  unmatchedRow: (line: number, path: string, custodian: string) =>
    `Line ${line} of the custodian CSV names no folder and no file of this upload, so it assigns nothing: ${path} (${custodian}).`,
  moreUnmatchedRows: (rows: number) =>
    rows === 1 ? 'Another line assigns nothing.' : `${count(rows)} more lines assign nothing.`,
  unnamedFolders: (folders: number, shown: readonly string[], more: number) =>
    `${plural(folders, 'folder is', 'folders are')} in no row of the custodian CSV, and other rules name the custodian: ${shown.map((path) => `“${path || '.'}”`).join(', ')}${more > 0 ? `, and ${count(more)} more` : ''}.`,
  fileType: 'Type',
  files: 'Files',
  size: 'Size',
  none: '(none)',
  skippedByChoice: 'Skipped',
  nothingSelected: 'Nothing is selected: your choice of files leaves nothing to upload.',
  nothingNew: 'Nothing is new: earlier uploads sent every file that could be sent.',
  skippedRules: {
    deselected: 'Deselected by hand',
    excluded: 'Excluded patterns',
    'not-included': 'In no included pattern',
    'system-file': 'System files',
    'excluded-type': 'Type',
    'excluded-size': 'Size',
    'excluded-date': 'Modification date',
    'excluded-custodian': 'Custodian',
    'known-file': 'Known files',
    duplicate: 'Duplicates',
    'already-sent': 'Already sent',
  } satisfies Readonly<Record<SelectionCode, string>>,
} as const;
