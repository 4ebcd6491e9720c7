/**
 * What a failure says in plain English: what happened, to what, and what to do where that is the same in the window,
 * on the command line and in a receipt. A button or a flag is never named here; each of them adds its own.
 */

import { custodianMapProblemText } from '../texts/custodian-map-text.ts';
import { databaseCheckText, wrongDatabaseText } from '../texts/database-check-text.ts';
import { fileChangeText } from '../texts/file-change-text.ts';
import { count, plural } from '../texts/format-number.ts';
import { skipText } from '../texts/skip-text.ts';
import { unavailableReasonText } from '../texts/unavailable-source-text.ts';
import { said, waitReasonText } from '../texts/wait-reason-text.ts';
import { inactiveDatabaseText } from '../views/database-status.ts';
import { watchRuleProblemText } from '../watch/watch-rule-text.ts';
import { appFailureTexts } from './app-failure-text.ts';
import { errnoText, readAdvice } from './errno-text.ts';
import { type Failure, type FailureCode, type FailureOf, isSkipReason, type Reason } from './failure.ts';
import { storeHolderText } from './store-holder-text.ts';

/** Sentences, each ending with a full stop. */
export function failureText(failure: Failure): string {
  // Each code's entry takes that code's details; TypeScript cannot follow the pair through the index.
  const say = texts[failure.code] as (failure: unknown) => string;
  return say(failure);
}

/** Why an item was not sent. */
export function reasonText(reason: Reason): string {
  return isSkipReason(reason) ? skipText(reason) : failureText(reason);
}

const heldIssueTexts = {
  damaged: 'damaged or altered',
  locked: 'locked',
  empty: 'empty',
  unchecked: 'not checked',
} as const;

const alteredTexts = {
  log: 'its log was edited',
  server: "its server isn't the one in its log",
  database: "its database isn't the one in its log",
  dataset: "its dataset isn't the one in its log",
  sources: "its sources aren't those in its log",
} as const;

const texts: { readonly [Code in FailureCode]: (failure: FailureOf<Code>) => string } = {
  'server-url-missing': () => 'Enter the server address.',
  'server-url-malformed': () => "That isn't a server address. It should look like https://host/.",
  'server-url-has-extras': ({ url }) =>
    `The server address ${url} can't contain a user name, password, query, or fragment.`,
  'server-url-insecure': ({ url }) =>
    `${url} isn't encrypted, so others on the network could read the API key. Use https://. Plain http:// is allowed only for this computer.`,
  'key-missing': () => 'No API key.',
  'key-malformed': () =>
    "That isn't an API key. A key has three parts separated by dots. Copy the whole key, then try again.",
  'key-refused': ({ platformMessage }) => `The platform refused the API key${said(platformMessage)}.`,
  'not-the-platform': ({ url, reason }) =>
    `${url} doesn't respond like the review platform${reason === undefined ? '' : ` (${waitReasonText(reason)})`}. Check the server address, including anything after the host name.`,
  'connection-not-found': () => 'This connection was removed.',
  'connection-not-ready': () => "This connection isn't ready. Check it, then try again.",
  'connection-exists': ({ name }) => `“${name}” already uses this server and this key.`,
  'server-not-connected': ({ serverUrl }) => `There is no connection to ${serverUrl}.`,
  'profile-missing': ({ path }) => `There is no interface profile at ${path}.`,
  'profile-unreadable': ({ path, errno }) =>
    `Can't read the interface profile ${path} (${errnoText(errno)}).`,
  'profile-invalid': ({ path, problems, more }) =>
    `The interface profile ${path} has errors. ${problems.join('; ')}${more > 0 ? `; and ${count(more)} more` : ''}.`,
  'database-not-found': ({ databaseId, platformMessage }) =>
    `This key can't use database ${databaseId}${said(platformMessage)}. Check the ID, and make sure that the key's account can upload to the database.`,
  'database-name-unknown': ({ name }) => `This key can't see a database named “${name}”.`,
  'database-name-ambiguous': ({ name, databaseIds }) =>
    `${count(databaseIds.length)} databases are named “${name}”: ${databaseIds.join(', ')}. Choose one by its ID.`,
  'upload-forbidden': ({ databaseId, databaseName }) =>
    `This key's account isn't allowed to upload to database “${databaseName}” (${databaseId}). Ask its administrator for permission to upload.`,
  'database-inactive': ({ databaseName, state }) => inactiveDatabaseText(databaseName, state),
  'database-unconfirmed': ({ typed, ...check }) =>
    typed === null
      ? `${databaseCheckText(check)} ${wrongDatabaseText}`
      : `“${typed}” isn't the name of database ${check.databaseId}: it's “${check.databaseName}”. Uppercase and lowercase matter. ${databaseCheckText(check)}`,
  'database-name-differs': ({ databaseId, databaseName, typed }) =>
    `“${typed}” isn't the name of database ${databaseId}: it's “${databaseName}”. Uppercase and lowercase matter. Correct the database or the name.`,
  'dataset-not-found': ({ datasetId, databaseName, platformMessage }) =>
    `Database “${databaseName}” has no dataset ${datasetId}, or this key can't see it${said(platformMessage)}. Start a new upload to another dataset.`,

  'upload-not-found': ({ uploadId }) => `There is no upload ${uploadId}.`,
  'upload-altered': ({ uploadId, altered }) =>
    `Upload ${uploadId} was changed outside of Lading: ${alteredTexts[altered]}. Lading sends nothing more of it. Find out who can write to the data folder, then start a new upload.`,
  'upload-running': ({ uploadId }) => `Upload ${uploadId} is running. Pause it, or wait until it finishes.`,
  'upload-not-started': ({ uploadId }) => `Upload ${uploadId} is a draft that nobody has started.`,
  'upload-started': ({ uploadId }) => `Upload ${uploadId} has started, so it can't be changed.`,
  'upload-cancelled': ({ uploadId }) =>
    `Upload ${uploadId} was canceled. Start a new one for the remaining files.`,
  'upload-finished': ({ uploadId }) => `Upload ${uploadId} has finished.`,
  'hash-list-unreadable': ({ path, errno }) => `Can't read the hash list ${path} (${errnoText(errno)}).`,
  'hash-list-empty': ({ path }) =>
    `${path} contains no hashes. Use one MD5, SHA-1, or SHA-256 per line, the output of md5sum or hashdeep, or a CSV with a header.`,
  'glob-invalid': ({ pattern, problem }) => `The pattern ${pattern} can't be used: ${problem}.`,
  'folder-not-found': ({ uploadId, folderId }) => `Upload ${uploadId} has no folder ${folderId}.`,
  'item-not-found': ({ uploadId, itemId }) => `Upload ${uploadId} has no file ${itemId}.`,
  'custodian-pattern-invalid': ({ pattern, problem, position }) =>
    problem === null
      ? `The pattern ${pattern} has no group named custodian. Put (?<custodian>…) around the part of the path that names the custodian.`
      : `The pattern ${pattern} is wrong at character ${position ?? 1}: ${problem}.`,
  'custodian-map-invalid': ({ path, problem, line, column, otherLine, problems }) =>
    `${path}${line === null ? '' : `, line ${line}${column === null ? '' : `, column ${column}`}`}: ${custodianMapProblemText(problem, otherLine)}${
      problems > 1 ? ` ${plural(problems - 1, 'more problem follows', 'more problems follow')}.` : ''
    }`,
  'nothing-to-send': ({ sources, firstProblem }) =>
    firstProblem === undefined
      ? `There are no files in ${sources.join(', ')}.`
      : `There are no files to upload in ${sources.join(', ')}. First problem: ${firstProblem.path}: ${reasonText(firstProblem.reason)}`,
  'processing-setting-unknown': ({ field, known }) =>
    `There is no processing setting “${field}”. The profile defines ${known.join(', ')}.`,
  'processing-setting-extended': ({ field, basis }) =>
    `Processing setting “${field}” belongs to the extended form of the interface. ${
      basis === 'assumed'
        ? "Nothing in the platform's answers shows that form, so Lading assumes the base form, which doesn't have it."
        : "You chose the base form for this connection, which doesn't have it."
    }`,
  'processing-setting-invalid': ({ field, expected, suggestions = [] }) =>
    `Processing setting “${field}” must be ${expectedValues[expected]}.${
      suggestions.length === 0
        ? ''
        : ` Did you mean ${suggestions.map(({ code, name }) => `${code} (${name})`).join(' or ')}?`
    }`,
  'source-not-granted': () =>
    'A file or folder was chosen too long ago, or before the window loaded again. Choose it again.',
  'source-path-empty': () => 'A path is empty. Enter the path of a file or folder.',
  'drop-unreadable': () => "The dropped items can't be read. Choose them in the file dialog instead.",
  'source-in-state': ({ path, own }) =>
    path === own
      ? `${path} is Lading's own, not evidence. Choose something else.`
      : `${path} is in ${own}, where Lading keeps its own files. Choose something else.`,
  'state-in-source': ({ path, source }) =>
    `“${source}” contains ${path}, where Lading keeps its data, and Lading never writes to a source. Choose the other folders in it one by one.`,
  'sources-overlap': ({ inner, outer, same }) =>
    same
      ? `“${outer}” and “${inner}” are the same. Add it only once, so nothing is uploaded twice.`
      : `“${inner}” is inside “${outer}”. Add only one of them, so nothing is uploaded twice.`,
  'password-file-unreadable': ({ path, errno }) =>
    `Can't read the password file ${path} (${errnoText(errno)}). It's needed until the upload finishes: put it back, or start a new upload without it.`,
  'link-malformed': ({ position }) => `Link ${position} isn't a web address. It must start with https://.`,
  'link-not-needed': ({ link }) =>
    `No link of this upload that still has to be sent matches ${link}. Check it for typing errors, or remove it.`,
  'link-duplicate': ({ link }) => `The link ${link} appears twice. Enter each link once.`,
  'link-secret-missing': ({ path }) =>
    `What may grant access in ${path ?? 'this link'} is never stored: the part after “?” and, where the upload hides it, the path. Enter the whole link again. If several links differ only in that part, enter all of them in their original order.`,

  'watch-rule-not-found': () => 'This watched folder was removed.',
  'watch-rule-invalid': ({ field, problem, value }) => watchRuleProblemText(field, problem, value),
  'watch-name-taken': ({ name }) => `There is another watched folder named “${name}”. Choose another name.`,
  'watch-folder-fixed': ({ name }) =>
    `The folder of “${name}” can't be changed, because its file history belongs to that folder. Add another watched folder instead.`,
  'watch-rehearsing': ({ name }) =>
    `A rehearsal of “${name}” is already running. Wait for the result, or cancel it.`,

  'source-missing': ({ path }) => `${path} doesn't exist. Check the spelling.`,
  'source-unavailable': ({ path, root, reason }) =>
    `${prefix(path)}Source unavailable (${unavailableReasonText(reason)}): ${root}. Connect or mount it, then retry. What was uploaded is kept.`,
  'path-missing': ({ path }) => `${subject(path)} no longer exists.`,
  'path-unreadable': ({ path, errno, atByte }) =>
    `Can't read ${object(path)}${atByte === undefined ? '' : ` at byte ${count(atByte)}`} (${errnoText(errno)}). ${readAdvice(errno)}`,
  'path-not-a-file': ({ path, found }) => `${subject(path)} is ${foundNames[found]}, not a file.`,
  'path-too-long': ({ path }) =>
    `The path of ${object(path)} is longer than this system can open. Choose a folder further down in the tree.`,
  'folder-unreadable': ({ path, errno }) =>
    `Can't read ${path === undefined ? 'this folder' : path}${because(errno)}, so none of its files are included. ${errno === undefined ? 'Fix the problem, then retry.' : readAdvice(errno)}`,
  'vanished-during-scan': ({ path }) => `${subject(path)} disappeared during the scan. Retry once it's back.`,
  'changed-during-scan': ({ path }) =>
    `${subject(path)} changed during the scan, so some files may be missing. Retry when nothing is writing to it.`,
  'file-too-large': ({ path, sizeBytes, limit }) =>
    `${subject(path)} is ${count(sizeBytes)} bytes. The platform accepts at most ${
      'maxFileBytes' in limit
        ? `${count(limit.maxFileBytes)} bytes per file`
        : `${count(limit.maxParts)} parts of ${count(limit.maxPartBytes)} bytes each`
    }. Split the file, or ask the platform's operator for another way to deliver it.`,
  'file-changed': ({ path, change }) =>
    `${subject(path)} changed after the scan: ${fileChangeText(change)}. Its upload was stopped so that old and new content aren't mixed. Retry to upload it as it is now.`,

  'store-locked': ({ path, holder }) =>
    `${path} is in use by ${storeHolderText(holder)}. Wait until it finishes, or stop it.`,
  'store-newer': ({ path, version, supported }) =>
    `${path} was written by a later version of Lading (store version ${version}; this one supports ${supported}). Install that version.`,
  'store-preview': ({ path, version, oldest }) =>
    `${path} was written by an early build of Lading (store version ${version}) and can't be upgraded: that takes version ${oldest} or later. Lading's own version number doesn't tell these builds apart. Choose a new data folder; what was uploaded stays on the platform.`,
  'store-outdated': ({ path }) =>
    `${path} was written by an earlier version of Lading and hasn't been upgraded yet.`,
  'store-read-only': ({ path, errno }) => `Lading can't write to ${path}${because(errno)}.`,
  'store-cannot-open': ({ path, errno }) => `Lading can't open ${path}${because(errno)}.`,
  'folder-not-lading': ({ path, found }) =>
    `${path} isn't Lading's data folder: it holds ${found}, which Lading didn't put there. Nothing in it was changed. Choose a new or an empty folder.`,
  'folder-foreign': ({ path, uid }) =>
    `${path} belongs to another user (ID ${uid}), who could change what Lading keeps in it. Use a data folder of your own.`,
  'folder-shared': ({ path }) =>
    `Other users can change the files in ${path}, which say where evidence goes. Take that permission away (chmod 700), or use a data folder of your own.`,
  'store-damaged': ({ path, detail }) =>
    `${path} isn't a readable Lading store (${detail}). Restore it from a backup.`,
  'stored-value-damaged': ({ table, column, row }) =>
    table === 'watch_rules' && column === 'rule'
      ? "lading.db was edited or damaged: Lading can't read this watched folder's rule, so nothing is taken from the folder. Remove it and add it again (to the same database, what was sent isn't sent again), or restore the data folder from a backup."
      : `lading.db was edited or damaged: Lading can't read “${column}” of ${table === 'uploads' ? `upload ${row}` : `row ${row} of the table “${table}”`}. Restore the data folder from a backup.`,
  'disk-full': ({ path }) =>
    `The disk${path === undefined ? '' : ` that holds ${path}`} is full. Free some space, then try again. Everything uploaded so far is kept.`,
  'write-failed': ({ path, reason, errno }) =>
    `Can't write ${path ?? 'the file'}: ${writeProblems[reason](errno)}`,
  'output-in-source': ({ path, source, same }) =>
    same
      ? `Can't write ${path}: it is the source of an upload, and Lading never changes a source. Choose another name.`
      : `Can't write ${path}: it is inside ${source}, the source of an upload, and Lading never changes a source. Choose a folder outside of it.`,

  forbidden: ({ platformMessage }) =>
    `This API key's account isn't allowed to do this${said(platformMessage)}.`,
  'not-found': ({ platformMessage }) =>
    `The platform can't find what Lading requested${said(platformMessage)}.`,
  'cap-reached': ({ platformMessage }) =>
    `The limit on objects created through the API has been reached${said(platformMessage)}. The platform's operator can raise it.`,
  refused: ({ status, platformMessage }) =>
    `The platform refused the request (status ${status}${said(platformMessage)}).`,
  'unexpected-answer': ({ reason }) =>
    `This isn't a response from the platform: ${waitReasonText(reason)}. Check the server address and the interface profile, and whether a proxy or a network sign-in page is responding instead.`,
  unreachable: ({ host, reason }) =>
    `Can't reach ${host} (${waitReasonText(reason)}). Check the address and the network, then try again.`,
  'outcome-unknown': ({ reason }) =>
    `The request was sent, but ${waitReasonText(reason)}. It may or may not have been carried out.`,
  'record-changed': () =>
    'It was changed on the platform after it was shown here. Reload the list, then make the change again.',
  'cancelled-unconfirmed': () =>
    'The upload was canceled before the platform confirmed this file. It may have been accepted. Check the dataset.',
  'parameter-missing': ({ operation, parameter }) => `${operation} needs a value for ${parameter}.`,
  'parameter-invalid': ({ operation, parameter, problem }) =>
    `${operation} can't take this value for ${parameter}: ${problem}.`,
  'source-file-not-new': ({ path, sourceFileId }) =>
    `The platform gave ${path} source file ${sourceFileId}, which this upload already uses for another file. Nothing was sent to it, so no files are mixed. Ask the platform's operator, then resume.`,
  'assembly-failed': ({ path, state, platformMessage }) =>
    `${prefix(path)}Every part was uploaded, but the platform couldn't assemble the file (state ${state}${said(platformMessage)}). Retry to upload it again.`,
  'completion-unconfirmed': ({ path, attempts, reason }) =>
    `${prefix(path)}Every part was uploaded, but the platform didn't confirm the file in ${count(attempts)} ${attempts === 1 ? 'response' : 'responses'}: ${waitReasonText(reason)}. It may have been accepted. Check the dataset and the interface profile.`,
  'dataset-unconfirmed': ({ attempts, cause }) =>
    `The platform was asked ${count(attempts)} times to create the dataset and never confirmed it. ${failureText(cause)} Empty datasets with this name may exist in the database.`,
  'source-file-unconfirmed': ({ path, attempts, cause }) =>
    `${prefix(path)}The platform was asked ${count(attempts)} times to create the source file and never confirmed it. ${failureText(cause)} Empty source files may exist in the dataset; they contain no evidence. Try again later.`,
  'completion-refused': ({ cause }) =>
    `Every part was uploaded, but the platform didn't accept the file: ${failureText(cause)}`,
  'source-file-complete': () =>
    'The platform says that it has this file already, but this data folder has no record of that: it is older than the upload, as one restored from a backup is. Other files may be there, too, and resuming uploads them again. Check the dataset, then retry or skip this file.',
  'held-by-rule': ({ issue }) =>
    `The rule of the watched folder keeps files that are ${heldIssueTexts[issue]}. Upload this one as it is, or skip it.`,
  'completion-unknown': ({ cause }) =>
    `Every part was uploaded, but the platform never confirmed the file, and now it says: ${failureText(cause)} It may have been accepted. Check the dataset, then retry or skip it.`,
  'link-unknown': ({ cause }) =>
    `The link was sent, but the platform never confirmed it. ${failureText(cause)} Check the dataset, then retry or skip it.`,

  'part-refused': ({ path, partNumber, status, platformMessage }) =>
    `${prefix(path)}The part host refused ${partNumber === undefined ? 'a part' : `part ${count(partNumber)}`} (status ${status}${said(platformMessage)}).`,
  'part-url-malformed': () => "The platform returned a part URL that isn't a URL.",
  'part-url-insecure': ({ origin }) =>
    `The platform returned a part URL at ${origin}, which isn't encrypted. Nothing was sent there.`,
  'part-url-local': ({ origin }) =>
    `The platform returned a part URL at ${origin}, which is a service on this computer and not the platform's. Nothing was sent there.`,
  'part-url-refused': ({ path, partNumber, attempts, status }) =>
    `${prefix(path)}The part host refused ${count(attempts)} new URLs in a row for part ${partNumber} (status ${status}). Check this computer's clock and whether a proxy changes requests, then retry.`,
  'part-differs': ({ path, partNumber, attempts }) =>
    `${prefix(path)}Part ${partNumber} was altered on the way ${count(attempts)} times in a row: its ETag isn't the MD5 checksum of what was sent. Check for a proxy that changes requests, then retry. If this host's ETags aren't MD5, start a new upload with part checks turned off.`,
  'part-intercepted': ({ path, partNumber, attempts, reason }) =>
    `${prefix(path)}Part ${partNumber} couldn't be uploaded in ${count(attempts)} attempts: ${waitReasonText(reason)}. A proxy or a network sign-in page is probably responding in place of the part host.`,

  'directory-csv-invalid': ({ path, errors }) =>
    `${path} has ${errors === 1 ? 'an error' : `${count(errors)} errors`}, so nothing was sent. Fix ${errors === 1 ? 'it' : 'them'}, then check the file again.`,
  'directory-csv-changed': ({ path }) =>
    `${path} changed after it was checked, so the sync was stopped before it was complete. Check the file again.`,
  'custodian-template-invalid': ({ path, problem }) =>
    `${path} isn't a custodian template${problem === '' ? '' : ` (${problem})`}. Export one from Lading, and import that file.`,
  'custodian-template-not-found': ({ name }) =>
    `There is no custodian template${name === '' ? ' with that name any more' : ` named “${name}”`}. Choose another one.`,
  'custodian-template-exists': ({ name }) =>
    `There is already a custodian template named “${name}”. Rename one of them.`,
  'directory-not-chosen': () => 'Choose the CSV of a directory first.',
  'directory-csv-unusable': ({ path }) =>
    `Can't read people from ${path}. Check it as a directory: it needs a header row with names or emails, and rows that are CSV.`,
  'custodians-unmatched': ({ path, custodians, total }) =>
    `${total === 1 ? "A custodian isn't" : `${count(total)} custodians aren't`} certain in ${path}: ${custodians.join(', ')}${total > custodians.length ? ' …' : ''}. Nothing was created. Rename ${total === 1 ? 'it' : 'them'}, or complete the directory.`,
  'directory-csv-unchecked': () => 'Choose a CSV file and check it first.',
  'directory-forbidden': ({ directoryId, platformMessage }) =>
    `The platform refused to synchronize directory ${directoryId}${said(platformMessage)}. Your API key's account needs the organization admin or legal hold admin role in the organization that owns the directory.`,
  'directory-not-found': ({ directoryId, platformMessage }) =>
    `The platform has no directory ${directoryId}${said(platformMessage)}. Check the ID.`,
  'directory-sync-unknown': ({ directoryId, form, reason }) =>
    `It isn't known whether directory ${directoryId} was synchronized: ${waitReasonText(reason)}. ${
      form === 'base'
        ? 'Synchronizing the same file again is safe: it writes the same values to the same people.'
        : 'Look at the directory on the platform before you synchronize again: people without an ID of the human-resources system would be added a second time.'
    }`,

  'receipt-missing': ({ path }) => `There is no receipt at ${path}.`,
  'receipt-unreadable': ({ path, errno }) => `Can't read the receipt ${path} (${errnoText(errno)}).`,
  'receipt-not-a-file': ({ path }) => `${path} isn't a file. Choose the receipt's JSON file.`,
  'receipt-invalid': ({ path, problem }) => `${path} ${receiptProblems[problem]}`,
  'receipt-cut-off': ({ path, line }) =>
    `The receipt ${path} is incomplete: it stops after line ${count(line)}. Use a complete copy, or write the receipt again.`,
  'receipt-edited': ({ path, line }) =>
    `The receipt ${path} isn't as Lading wrote it: line ${count(line)} was edited, reformatted, or damaged. Use an untouched copy.`,
  'receipt-preview': ({ path }) =>
    `The receipt ${path} was written by a preview of Lading, in a format that this version can't verify. Verify it with the version that wrote it.`,
  'receipt-newer': ({ path }) =>
    `The receipt ${path} was written by a later version of Lading. Verify it with that version.`,
  'receipt-changed': ({ path }) =>
    `The receipt ${path} changed while it was being verified. Verify it again.`,
  'receipt-overtaken': () =>
    'The upload continued while its receipt was being written, so the receipt is incomplete. Pause the upload or wait until it finishes, then write the receipt again.',
  'signing-key-unreadable': ({ path, errno }) =>
    `Can't read the signing key ${path} (${errnoText(errno)}). Fix its permissions, or move it away to get a new key.`,
  'timestamp-url-malformed': () =>
    "That isn't the address of a time-stamping authority. It should start with https:// or http://.",
  'timestamp-url-has-password': ({ url }) =>
    `The address of the time-stamping authority contains a user name or a password: ${url}. Lading can't use an authority that needs one.`,
  'timestamp-certificates-invalid': () =>
    "The certificate file for time stamps contains no PEM certificate, or a damaged one. Ask the time-stamping authority for its certificate authority's certificate in that format.",
  'timestamp-url-not-confirmed': () =>
    "The time-stamping authority wasn't changed, because you didn't confirm it.",
  'compare-folder-unreadable': ({ path, missing }) =>
    missing ? `There is no folder at ${path}.` : `${path} isn't a folder that can be read.`,
  'compare-folder-ambiguous': ({ path, name }) =>
    `The receipt names two folders called “${name}”, so it's unclear which of them ${path} contains. Verify the receipt without a folder.`,

  ...appFailureTexts,

  stopped: () => 'Stopped. Everything uploaded so far is kept.',
  'stopped-before-upload': () =>
    'Stopped before an upload was created. Nothing was sent. Run the command again.',
  closing: () => 'Lading is closing.',
  interrupted: () => 'Lading ended unexpectedly while this was running. Everything uploaded so far is kept.',
  bug: () =>
    'Something went wrong in Lading. The details are in the log. Everything uploaded so far is kept. Try again; if it happens again, restart Lading.',
};

const expectedValues = {
  boolean: 'true or false',
  'project-ids': 'a list of project IDs',
  'time-zone': 'an IANA time zone, such as America/New_York',
  language: 'auto, or the ISO 639-3 code of a language, such as deu',
  text: 'text',
} as const;

const foundNames = {
  folder: 'now a folder',
  'symbolic-link': 'now a symbolic link',
  'special-file': 'a device, socket, or pipe',
  other: 'something else',
} as const;

const writeProblems: Readonly<Record<FailureOf<'write-failed'>['reason'], (errno: string) => string>> = {
  'folder-missing': () => "its folder doesn't exist. Create the folder, or choose another one.",
  'is-a-folder': () => 'a folder has that name. Choose another name.',
  'special-file': () => "it's a device, a pipe, or a socket, not a file. Choose another name.",
  'not-allowed': (errno) => `writing there isn't allowed (${errnoText(errno)}). Choose another location.`,
  'reader-stopped': () => 'the program that was reading it stopped.',
  exists: () => 'a file with that name already exists. Choose another name.',
  other: (errno) => `${errnoText(errno)}. Choose another location.`,
};

const receiptProblems: Readonly<Record<FailureOf<'receipt-invalid'>['problem'], string>> = {
  empty: "is empty. It isn't a receipt, or it was cut off.",
  'not-text': "isn't a receipt, or is damaged: it contains bytes that aren't text.",
  'not-json': "isn't a Lading receipt. Choose the receipt's JSON file.",
  csv: 'is the CSV form of a receipt, which is for reading. Choose the JSON receipt of the same upload.',
  'not-a-receipt': "is JSON, but isn't a Lading receipt.",
  'line-too-long': "isn't a receipt that Lading wrote: it contains a line that is far too long.",
};

function subject(path: string | undefined): string {
  return path ?? 'This file';
}

function object(path: string | undefined): string {
  return path ?? 'this file';
}

/** Where the failure is not shown beside its file. */
function prefix(path: string | undefined): string {
  return path === undefined ? '' : `${path}: `;
}

function because(errno: string | undefined): string {
  return errno === undefined ? '' : ` (${errnoText(errno)})`;
}
