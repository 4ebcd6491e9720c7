import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { outcomesText } from '../../../preload/contract/texts/verify-text.ts';
import type {
  ComparisonView,
  DifferenceView,
  VerifyProgressView,
  VerifyView,
} from '../../../preload/contract/views/verify-view.ts';
import { count } from '../format.ts';
import { plural } from './common.ts';

export const verify = {
  title: 'Verify a receipt',
  about: 'Check that a receipt is unchanged, who signed it and when, and whether files still match it.',
  open: 'Verify a receipt',
  receipt: 'Receipt',
  noReceipt: 'No receipt chosen',
  chooseReceipt: 'Choose receipt…',
  savedLast: 'The receipt that was saved last.',
  saved: 'Saved receipts',
  savedOf: (upload: string, time: string) => `${upload}, ${time}`,
  unnamedUpload: (id: number) => `Upload ${id}`,
  folder: 'Compare with a folder (optional)',
  folderHint:
    'Every file in the receipt is looked for in the folder and compared by size and every hash in the receipt.',
  noFolder: 'No folder chosen',
  chooseFolder: 'Choose folder…',
  clearFolder: "Don't compare",
  key: 'Key fingerprint (optional)',
  keyHint:
    "The signer's, from another source than the receipt. With it, a signature by any other key is refused.",
  head: 'Log head (optional)',
  headHint: 'As it was noted when the receipt was written. With it, any other receipt is refused.',
  notSha256: 'Enter all 64 digits (0–9, a–f).',
  start: 'Verify receipt',
  cancel: 'Cancel',
  progressLabel: 'Verification',
  phases: {
    receipt: 'Reading the receipt',
    sizes: 'Comparing sizes',
    hashes: 'Comparing contents',
    'other-files': 'Looking for other files',
  } satisfies Readonly<Record<VerifyProgressView['phase'], string>>,
  progress: (phase: string, done: number, total: number | null) =>
    total === null ? `${phase}: ${count(done)}` : `${phase}: ${count(done)} of ${count(total)}`,

  details: 'What the receipt says',
  upload: 'Upload',
  target: ({ databaseName, datasetName }: VerifyView) => `${datasetName} in ${databaseName}`,
  server: 'Server',
  uploadedBy: 'Uploaded by',
  person: ({ user, hostName }: VerifyView) => `${user} on ${hostName}`,
  issued: 'Issued',
  contents: 'Contents',
  files: ({ items, bytes, outcomes }: VerifyView) =>
    [`${plural(items, 'file', 'files')}, ${formatBytes(bytes)}`, outcomesText(outcomes)]
      .filter((text) => text !== '')
      .join(': '),
  signedWith: 'Signed with',
  keyKept: (where: string) => `according to the receipt, ${where}`,
  timestamp: 'Time stamp',
  file: 'File',
  logHead: 'Log head',

  proved: 'Proved',
  nothingProved: 'Nothing. A receipt that was changed proves nothing about the files.',
  consistent: 'Everything in the receipt agrees with everything else, and every file is accounted for.',
  signedBy: (fingerprint: string) => `Nothing was changed since it was signed with the key ${fingerprint}.`,
  signedHere: 'Its key is one that Lading signs receipts with on this computer.',
  signedAsExpected: 'It was signed with the key that you entered.',
  folderMatches: (files: number, compared: string) =>
    `${plural(files, 'file', 'files')} in the folder: same ${compared} as in the receipt.`,
  moved: (files: number) =>
    `That Lading moved ${plural(files, 'file', 'files')} after sending: ${files === 1 ? 'it was' : 'they were'} compared in the new place.`,
  notProved: 'Not proved',
  whoWrote:
    'Who wrote it. It has no signature, so anyone could have changed it and computed its hashes again.',
  chooseTimestampCa: 'To have the authority checked, choose its certificates in Settings, under Receipts.',
  whoseKey:
    'Whose key it is. Anyone can make a key: compare its fingerprint with one that the signer gave you separately, such as by phone, or enter that one above.',
  filesNotCompared: 'That files on disk match it. Choose a folder to compare them.',
  sizeOnly: (files: number) =>
    `The content of ${plural(files, 'file', 'files')}: the receipt has no hash for ${files === 1 ? 'it' : 'them'}. The size is the same.`,
  notCompared: (files: number) =>
    `Anything about ${plural(files, 'item', 'items')} that can't be compared: links, skipped files, and files that couldn't be read for the upload.`,
  links: (links: number) =>
    `Anything behind ${plural(links, 'symbolic link', 'symbolic links')} in the folder that the receipt doesn't list: links aren't followed.`,
  handedOver: (links: number) =>
    `That the platform could download ${plural(links, 'link', 'links')} it was given.`,
  sandbox: 'That a platform received anything. The upload went to a sandbox.',

  comparison: (folder: string) => `Compared with ${folder}`,
  noDifferences: {
    match: 'No differences',
    'size-only': 'No differences, but some files were compared by size only',
    'nothing-compared': 'No files were compared',
  },
  differences: (differences: number) => plural(differences, 'difference', 'differences'),
  differencesShown: (shown: number) => `The first ${count(shown)} are listed.`,
  counts: ({ missing, changed, unreadable, notInReceipt }: ComparisonView) =>
    [
      ...(missing > 0 ? [`${count(missing)} missing`] : []),
      ...(changed > 0 ? [`${count(changed)} changed`] : []),
      ...(unreadable > 0 ? [`${count(unreadable)} unreadable`] : []),
      ...(notInReceipt > 0 ? [`${count(notInReceipt)} not in the receipt`] : []),
    ].join(' · '),
  path: 'File',
  difference: 'Difference',
  detail: 'Details',
  kinds: {
    missing: 'Missing',
    changed: 'Changed',
    unreadable: 'Unreadable',
    'not-in-receipt': 'Not in receipt',
  } satisfies Readonly<Record<DifferenceView['kind'], string>>,
} as const;
