/** What a finding is, and what to do, in plain English: the same in the window, on the command line, and in a CSV file. */

import { errnoText } from '../failures/errno-text.ts';
import { reasonText } from '../failures/failure-table.ts';
import { type ContentType, contentTypes } from '../views/content-type.ts';
import type { Finding, FindingCode, FindingDetails } from '../views/finding.ts';
import { hashName } from '../views/hash-algorithm.ts';
import { contentDamageText, listingWarningAdvice, listingWarningText } from './content-check-text.ts';
import { formatBytes } from './format-bytes.ts';
import { count, plural } from './format-number.ts';
import { linkWarningText } from './link-check-text.ts';
import { filterNames, systemFileNames } from './selection-text.ts';
import { utcText } from './utc-text.ts';

interface FindingWords<Code extends FindingCode> {
  /** A heading for all findings of this code. */
  readonly title: string;
  /** What this one is, in a sentence. */
  readonly is: (details: FindingDetails<Code>) => string;
  /** What to do about it. */
  readonly advice: (details: FindingDetails<Code>) => string;
}

const typeName = (type: ContentType): string => contentTypes[type].label;
/** Outlook asks for their passwords, but encrypts nothing with them. */
const isMailArchive = (type: ContentType): boolean => type === 'pst' || type === 'ost';

function lockText({ type, locked, encryptedEntries }: FindingDetails<'encrypted'>): string {
  if (locked === 'entries' && encryptedEntries !== null)
    return `${plural(encryptedEntries, 'file', 'files')} in it ${encryptedEntries === 1 ? 'needs' : 'need'} a password (${typeName(type)}).`;
  if (isMailArchive(type)) return `It has a password (${typeName(type)}).`;
  return type === 'eml'
    ? `It is encrypted for the people it was sent to (${typeName(type)}).`
    : `It needs a password (${typeName(type)}).`;
}

const texts: { readonly [Code in FindingCode]: FindingWords<Code> } = {
  'not-read': {
    title: "Can't be read",
    is: ({ reason }) => reasonText(reason),
    advice: () => 'Fix the cause, then scan again. Otherwise it counts as failed in the receipt.',
  },
  'not-a-file': {
    title: 'Links and devices',
    is: ({ reason }) => reasonText(reason),
    advice: () => 'It is skipped, and listed in the receipt.',
  },
  unreadable: {
    title: "Can't be opened",
    is: ({ errno }) => `The file can't be read: ${errnoText(errno)}.`,
    advice: () => 'Fix the permission or the disk, then scan again. Otherwise the file will fail.',
  },
  locked: {
    title: 'In use',
    is: ({ errno }) =>
      `Another program has the file open and lets nobody else read it (${errnoText(errno)}).`,
    advice: () => 'Close the program that uses it, or copy the file from a snapshot, then scan again.',
  },
  changed: {
    title: 'Changed since the scan',
    is: ({ change }) => changes[change],
    advice: () => 'Wait until nothing writes to the folder, then scan again.',
  },
  'too-large': {
    title: 'Too large',
    is: ({ sizeBytes, maxFileBytes }) =>
      `The file has ${formatBytes(sizeBytes)}. The platform takes up to ${formatBytes(maxFileBytes)}.`,
    advice: () => 'Split it, for example into a container of several segments.',
  },
  'cloud-only': {
    title: 'Cloud only',
    is: ({ sign }) => cloudSigns[sign],
    advice: () =>
      'Make the files available offline in the cloud program, or export them from the service, then scan again.',
  },
  empty: {
    title: 'Empty',
    is: () => 'The file has no content.',
    advice: () => 'Check whether it was copied completely. Lading never changes it.',
  },
  'only-zeros': {
    title: 'Only zeros',
    is: () => `Every byte of it is ${byteText(0)}.`,
    advice: () => copyAgainText,
  },
  'one-byte': {
    title: 'Every byte is the same',
    is: ({ byte }) => `Every byte of it is ${byteText(byte)}.`,
    advice: () => copyAgainText,
  },
  'one-byte-sampled': {
    title: 'Every byte that was read is the same',
    is: ({ byte, sizeBytes, readBytes }) =>
      `Every byte that was read is ${byteText(byte)}: ${formatBytes(readBytes)} of ${formatBytes(sizeBytes)}, at its start, at its end, and between.`,
    advice: () =>
      'Copy it from the source again: nothing that was read can be used, and the rest is probably the same. Lading never changes it.',
  },
  'unknown-content': {
    title: 'Content not recognized',
    is: ({ extension }) =>
      `The name ends in .${extension}, but its content is neither that nor anything else that Lading knows.`,
    advice: () =>
      'Open a copy of it. If no program can, copy it from the source again. It may also be encrypted. Lading never changes it.',
  },
  'path-too-long': {
    title: 'Long paths',
    is: ({ characters, max, part }) =>
      `The ${part} has ${count(characters)} characters. Most Windows programs take up to ${count(max)}.`,
    advice: () => 'Exporting it to Windows may need shorter folder names.',
  },
  'name-reserved': {
    title: 'Names reserved on Windows',
    is: ({ name }) => `Windows reserves the name ${name} for a device.`,
    advice: () => 'Lading keeps the name. The file may not open on Windows without a new one.',
  },
  'name-invalid': {
    title: 'Names not allowed on Windows',
    is: ({ problem }) => nameProblems[problem],
    advice: () => 'Lading keeps the name. Programs on Windows may change it.',
  },
  'name-misleading': {
    title: 'Misleading names',
    is: ({ problem }) =>
      problem === 'bidi'
        ? 'The name contains characters that reverse the reading direction: its extension may not be what it seems.'
        : 'The name contains control characters, which are not shown.',
    advice: () => "Look at the file's type rather than its name.",
  },
  'time-implausible': {
    title: 'Implausible dates',
    is: ({ problem, modifiedAt }) => `${timeProblems[problem]} (${modifiedAt}).`,
    advice: () =>
      'Check how the file was copied, and the clock of the computer. Dates inside documents are not affected.',
  },
  link: {
    title: 'Links',
    is: ({ warning }) => linkWarningText(warning),
    advice: () => 'Open the link in a browser without signing in. It has to download the file.',
  },
  'type-mismatch': {
    title: 'Name and content differ',
    is: ({ type, extension }) =>
      `The name ends in .${extension}, but by its content it is: ${typeName(type)}.`,
    advice: () =>
      'Nothing to do: the platform goes by content. Ask the custodian if it looks hidden on purpose.',
  },
  container: {
    title: 'Containers',
    is: ({ type, entries, expandedBytes }) =>
      entries === null
        ? `${typeName(type)}.`
        : `${typeName(type)} with ${plural(entries, 'file', 'files')}${
            expandedBytes === null ? '' : `, ${formatBytes(expandedBytes)} after expansion`
          }.`,
    advice: () => 'The platform expands it.',
  },
  encrypted: {
    title: 'Encrypted or locked',
    is: (details) =>
      `${lockText(details)}${details.isOpened ? ' The passwords that were entered open it.' : ''}`,
    advice: ({ type, isOpened }) =>
      isOpened
        ? 'Nothing to do: the passwords go to the platform.'
        : type === 'eml'
          ? "Ask for a decrypted copy, exported with a recipient's key: no password opens it. Otherwise the platform stores it unread."
          : isMailArchive(type)
            ? 'Supply the password, or ask the custodian for it. Nothing is encrypted with it, so the platform may not need it.'
            : 'Supply the password, or ask the custodian for it. Otherwise the platform stores it unread.',
  },
  damaged: {
    title: 'Damaged',
    is: ({ type, damage }) => `${typeName(type)}: ${contentDamageText(damage)}`,
    advice: () => 'Copy it from the source again, and compare sizes. Lading never changes it.',
  },
  'container-entries': {
    title: 'Unusual containers',
    is: ({ type, warning }) => `${typeName(type)}: ${listingWarningText(warning)}`,
    advice: ({ warning }) => listingWarningAdvice(warning),
  },
  'nested-containers': {
    title: 'Containers in containers',
    is: ({ type, entries }) =>
      `${typeName(type)} with ${plural(entries, 'container', 'containers')} in it, whose contents were not checked.`,
    advice: () => 'Nothing to do: the platform expands them, too. A locked file in them shows up only then.',
  },
  'system-file': {
    title: 'System files',
    is: ({ kind }) => `One of the ${systemFileNames[kind]}.`,
    advice: () => 'It is sent unless you exclude system files of its kind.',
  },
  'known-file': {
    title: 'Known files',
    is: ({ list, hash }) => `Its ${hashName(hash)} is in the list ${list}.`,
    advice: () => 'It is sent unless you exclude known files.',
  },
  duplicate: {
    title: 'Duplicates',
    is: ({ of, at }) =>
      at === null
        ? `It has the same content as ${of}.`
        : `It has the same content as ${of}, sent ${utcText(at)}.`,
    advice: () => 'It is sent unless you exclude duplicates. The platform can merge duplicates, too.',
  },
  'already-sent': {
    title: 'Already sent',
    is: ({ at, sourceFileId }) =>
      `An earlier upload sent a file of this path, size, and time to this database on ${utcText(at)}${
        sourceFileId === null ? '' : ` (source file ${sourceFileId})`
      }. Its content wasn't compared.`,
    advice: () => 'It is sent again unless you send only what is new.',
  },
  'maybe-sent': {
    title: 'May have been sent',
    is: ({ at }) =>
      `An upload of ${utcText(at)} asked the platform to accept it, and it isn't known whether it did. It needs review there.`,
    advice: () =>
      'It is sent again, also where you send only what is new. If the platform has it already, exclude it here; deduplication can merge the two.',
  },
  'new-version': {
    title: 'New versions',
    is: ({ at }) => `An earlier upload sent another version of it on ${utcText(at)}.`,
    advice: () => 'Nothing to do: the new version is sent.',
  },
  segments: {
    title: 'Evidence in segments',
    is: ({ files, bytes }) =>
      `The first of ${count(files)} files that belong together, ${formatBytes(bytes)}.`,
    advice: () => 'They are sent, or excluded, together.',
  },
  'segment-missing': {
    title: 'Missing segments',
    is: ({ names, missing }) =>
      `${missing === 1 ? 'A segment is' : `${count(missing)} segments are`} missing: ${names.join(', ')}${
        missing > names.length ? ' …' : ''
      }.`,
    advice: () =>
      'Copy the missing files from the media, then scan again. Without them, nothing may be readable.',
  },
  'segment-misnamed': {
    title: 'Segments with another number',
    is: ({ named, stated }) =>
      `By its name it is segment ${count(named)} of its set, but its content says segment ${count(stated)}.`,
    advice: () =>
      'Compare the set with the media: files may be exchanged, renamed, or missing. Correct that, then scan again.',
  },
  'segment-custodians': {
    title: 'Segments of two custodians',
    is: ({ custodian, segment, other }) =>
      `The rules name ${custodian ?? 'nobody'} for the first segment of this set, and ${other ?? 'nobody'} for ${segment}. ` +
      'What they say of the first one applies to the whole set, unless you assign someone by hand.',
    advice: () =>
      'Name the first segment in the rules, or assign any of them by hand: both apply to the whole set.',
  },
  'segment-filter': {
    title: 'Segments that filters would split',
    is: ({ isSent, segment }) =>
      `The filters would ${isSent ? 'skip' : 'send'} ${segment}, but not the first segment of its set. ` +
      `The first one decides, so the whole set is ${isSent ? 'sent' : 'skipped'}.`,
    advice: ({ isSent }) =>
      isSent ? 'To skip the set, exclude its first segment.' : 'To send the set, include its first segment.',
  },
  'filter-unused': {
    title: 'Filters that match nothing',
    is: ({ filter, value }) =>
      `${filterNames[filter]} “${value}” matches no file that the other filters leave.`,
    advice: () => 'Check its spelling.',
  },
  'filter-inside': {
    title: 'Containers with files of others',
    is: ({ isSent, custodian }) =>
      `It has folders of ${custodian}, and is ${isSent ? 'sent' : 'skipped'} for its own custodian.`,
    advice: ({ isSent, custodian }) =>
      isSent
        ? `Exclude the container, if what is ${custodian}’s in it may not be sent.`
        : `Select the container by hand, if what is ${custodian}’s in it is to be sent.`,
  },
  'hash-list': {
    title: 'Hash lists',
    is: ({ algorithm, entries, found }) =>
      entries === null
        ? `A list of ${algorithm} hashes that came with the media.`
        : `A list of ${plural(entries, `${algorithm} hash`, `${algorithm} hashes`)} that came with the media.${
            found === 0 ? ' None of the files that it names is here.' : ''
          }`,
    advice: ({ entries }) =>
      entries === null
        ? 'Files are compared with it while they are sent. To know before, compare hash lists.'
        : 'Ask the person who made the list about files that differ or are missing.',
  },
  'imaging-log': {
    title: 'Imaging logs',
    is: ({ md5, sha1, segments, isSame }) =>
      `The log of a disk image${segments === 0 ? '' : ` in ${plural(segments, 'segment', 'segments')}`}: ${[
        ...(md5 === null ? [] : [`MD5 ${md5}`]),
        ...(sha1 === null ? [] : [`SHA-1 ${sha1}`]),
      ].join(', ')} of the disk inside.${isSame === true ? ' The image states the same.' : ''}`,
    advice: () =>
      'Lading compares what the image states, not the disk inside it. To verify the disk, use an imaging program.',
  },
  'image-hash-differs': {
    title: 'Differs from its imaging log',
    is: ({ log, algorithm, expected, actual }) =>
      `The image states ${algorithm} ${actual} of its disk, but ${log} says ${expected}.`,
    advice: () => 'The log may be of another image. Ask the person who made them.',
  },
  'hash-mismatch': {
    title: 'Hashes differ',
    is: ({ list, line, algorithm, expected, actual }) =>
      `Its ${algorithm} is ${actual}, but ${list} (line ${count(line)}) says ${expected}.`,
    advice: () =>
      'Copy the file from the media again. If it still differs, ask the person who made the list.',
  },
  'hash-missing': {
    title: 'Listed, but not there',
    is: ({ name, line }) => `The list names ${name} (line ${count(line)}), which isn't among the files.`,
    advice: () => 'Check whether the media was copied completely.',
  },
  'hash-extra': {
    title: 'Not in the hash list',
    is: ({ list }) => `${list} has no hash of it.`,
    advice: () => 'Ask the person who made the list if it was added later.',
  },
  'check-exceeded': {
    title: 'Too costly to check',
    is: ({ type, limit }) =>
      `Checking its content took too ${limit === 'time' ? 'long' : `${limit === 'memory' ? 'much' : 'many'} ${limit}`}${
        type === null ? '' : ` (${typeName(type)})`
      }, so it wasn't finished: the file may be locked or damaged.`,
    advice: () =>
      'Open a copy of it by hand, or ask the custodian for another copy: few programs write such files.',
  },
  'not-checked': {
    title: 'Not checked',
    is: ({ files, why }) =>
      why === 'skipped'
        ? `The checks were skipped for ${plural(files, 'file', 'files')}.`
        : 'The check of this file failed.',
    advice: () => 'If in doubt, open a copy by hand.',
  },
};

const copyAgainText = 'Copy it from the source again: nothing in it can be used. Lading never changes it.';

function byteText(byte: number): string {
  return byte === 0 ? 'zero' : `the same (0x${byte.toString(16).toUpperCase().padStart(2, '0')})`;
}

const changes = {
  gone: 'The file was deleted or moved after the scan.',
  size: "The file's size changed after the scan.",
  modified: 'The file was modified after the scan.',
  replaced: 'The file was replaced after the scan.',
} as const;

const cloudSigns = {
  'no-blocks':
    'The file has a size, but takes no space on this disk. Either its content is only in a cloud service, or it holds nothing but zeros. It was not opened.',
  placeholder: "The file stands for one whose content is only in a cloud service. It wasn't opened.",
  shortcut: "The file is a shortcut to an online document. It doesn't contain the document.",
} as const;

const nameProblems = {
  'trailing-dot': 'The name ends with a dot, which Windows drops.',
  'trailing-space': 'The name ends with a space, which Windows drops.',
  character: 'The name contains a character that Windows does not allow: < > : " | ? * or a backslash.',
  'not-unicode': "The name isn't valid Unicode. Bytes that can't be shown are written like %E9.",
} as const;

const timeProblems = {
  future: 'The modification date is in the future',
  'epoch-1601': 'The modification date is the start of the Windows calendar, which means that it is unknown',
  'epoch-1970': 'The modification date is the start of the Unix calendar, which means that it is unknown',
  'epoch-1980':
    'The modification date is the start of the calendar of FAT and ZIP, which means that it is unknown',
  'before-1980': 'The modification date is before 1980',
} as const;

const isCode = (code: string): code is FindingCode => Object.hasOwn(texts, code);

/** A heading for all findings of a code. A code that this version doesn't know is its own heading. */
export const findingTitle = (code: string): string => (isCode(code) ? texts[code].title : code);

/** What it is, in a sentence. */
export function findingText(finding: Pick<Finding, 'code' | 'details'>): string {
  return wordsOf(finding.code).is(finding.details);
}

/** What to do about it, in a sentence. */
export function findingAdvice(finding: Pick<Finding, 'code' | 'details'>): string {
  return wordsOf(finding.code).advice(finding.details);
}

// A finding has the details of its code, so the entry of the code takes them.
function wordsOf(code: FindingCode): FindingWords<FindingCode> {
  return texts[code];
}
