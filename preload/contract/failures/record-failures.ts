/** What goes wrong with legal hold directories, custodian templates, and receipts. */
import { z } from 'zod';
import { count } from '../texts/format-number.ts';
import { said, waitReasonText } from '../texts/wait-reason-text.ts';
import { directoryForm } from '../views/directory.ts';
import { waitReason } from '../views/wait-reason.ts';
import { errnoText } from './errno-text.ts';
import { entry, errno, path, platformMessage, text } from './failure-entry.ts';

const receiptProblem = z.enum(['empty', 'not-text', 'not-json', 'csv', 'not-a-receipt', 'line-too-long']);

const receiptProblems: Readonly<Record<z.infer<typeof receiptProblem>, string>> = {
  empty: "is empty. It isn't a receipt, or it was cut off.",
  'not-text': "isn't a receipt, or is damaged: it contains bytes that aren't text.",
  'not-json': "isn't a Lading receipt. Choose the receipt's JSON file.",
  csv: 'is the CSV form of a receipt, which is for reading. Choose the JSON receipt of the same upload.',
  'not-a-receipt': "is JSON, but isn't a Lading receipt.",
  'line-too-long': "isn't a receipt that Lading wrote: it contains a line that is far too long.",
};

export const recordFailures = {
  // A legal hold directory
  'directory-csv-invalid': entry(
    'bad-input',
    { path, errors: z.int() },
    ({ path, errors }) =>
      `${path} has ${errors === 1 ? 'an error' : `${count(errors)} errors`}, so nothing was sent. Fix ${errors === 1 ? 'it' : 'them'}, then check the file again.`,
  ),
  'directory-csv-changed': entry(
    'source',
    { path },
    ({ path }) =>
      `${path} changed after it was checked, so the sync was stopped before it was complete. Check the file again.`,
  ),
  'directory-csv-unchecked': entry('bad-input', 'Choose a CSV file and check it first.'),
  /** `problem`: where in the file. */
  'custodian-template-invalid': entry(
    'bad-input',
    { path, problem: z.string() },
    ({ path, problem }) =>
      `${path} isn't a custodian template${problem === '' ? '' : ` (${problem})`}. Export one from Lading, and import that file.`,
  ),
  'custodian-template-not-found': entry(
    'bad-input',
    { name: z.string() },
    ({ name }) =>
      `There is no custodian template${name === '' ? ' with that name any more' : ` named “${name}”`}. Choose another one.`,
  ),
  'custodian-template-exists': entry(
    'bad-input',
    { name: z.string() },
    ({ name }) => `There is already a custodian template named “${name}”. Rename one of them.`,
  ),
  'directory-not-chosen': entry('bad-input', 'Choose the CSV of a directory first.'),
  'directory-csv-unusable': entry(
    'bad-input',
    { path },
    ({ path }) =>
      `Can't read people from ${path}. Check it as a directory: it needs a header row with names or emails, and rows that are CSV.`,
  ),
  'csv-changed': entry(
    'source',
    { path },
    ({ path }) =>
      `${path} changed while it was read. Nothing was taken from it. Wait until it is saved, then try again.`,
  ),
  'custodian-directory-changed': entry(
    'altered',
    { path },
    ({ path }) =>
      `${path} changed after the upload was created, and may name custodians otherwise. Nothing was sent. Put back the file as it was and continue, or cancel the upload and create a new one.`,
  ),
  /** The first of them by name. */
  'custodians-unmatched': entry(
    'bad-input',
    { path, custodians: z.array(z.string()), total: z.int() },
    ({ path, custodians, total }) =>
      `${total === 1 ? "A custodian isn't" : `${count(total)} custodians aren't`} certain in ${path}: ${custodians.join(', ')}${total > custodians.length ? ' …' : ''}. Nothing was created. Rename ${total === 1 ? 'it' : 'them'}, or complete the directory.`,
  ),
  'directory-forbidden': entry(
    'forbidden',
    { directoryId: z.int(), platformMessage },
    ({ directoryId, platformMessage }) =>
      `The platform refused to synchronize directory ${directoryId}${said(platformMessage)}. Your API key's account needs the organization admin or legal hold admin role in the organization that owns the directory.`,
  ),
  'directory-not-found': entry(
    'not-found',
    { directoryId: z.int(), platformMessage },
    ({ directoryId, platformMessage }) =>
      `The platform has no directory ${directoryId}${said(platformMessage)}. Check the ID.`,
  ),
  /** Whether the platform has carried it out isn't known. */
  'directory-sync-unknown': entry(
    'outcome-unknown',
    { directoryId: z.int(), form: directoryForm, reason: waitReason },
    ({ directoryId, form, reason }) =>
      `It isn't known whether directory ${directoryId} was synchronized: ${waitReasonText(reason)}. ${
        form === 'base'
          ? 'Synchronizing the same file again is safe: it writes the same values to the same people.'
          : 'Look at the directory on the platform before you synchronize again: people without an ID of the human-resources system would be added a second time.'
      }`,
  ),

  // A receipt
  'receipt-missing': entry('source', { path }, ({ path }) => `There is no receipt at ${path}.`),
  'receipt-unreadable': entry(
    'source',
    { path, errno },
    ({ path, errno }) => `Can't read the receipt ${path} (${errnoText(errno)}).`,
  ),
  'receipt-not-a-file': entry(
    'source',
    { path },
    ({ path }) => `${path} isn't a file. Choose the receipt's JSON file.`,
  ),
  'receipt-invalid': entry(
    'receipt-invalid',
    {
      path,
      problem: receiptProblem,
    },
    ({ path, problem }) => `${path} ${receiptProblems[problem]}`,
  ),
  'receipt-cut-off': entry(
    'receipt-invalid',
    { path, line: z.int() },
    ({ path, line }) =>
      `The receipt ${path} is incomplete: it stops after line ${count(line)}. Use a complete copy, or write the receipt again.`,
  ),
  'receipt-edited': entry(
    'receipt-invalid',
    { path, line: z.int() },
    ({ path, line }) =>
      `The receipt ${path} isn't as Lading wrote it: line ${count(line)} was edited, reformatted, or damaged. Use an untouched copy.`,
  ),
  'receipt-newer': entry(
    'receipt-invalid',
    { path },
    ({ path }) =>
      `The receipt ${path} was written by a later version of Lading. Verify it with that version.`,
  ),
  'receipt-preview': entry(
    'receipt-invalid',
    { path },
    ({ path }) =>
      `The receipt ${path} was written by a preview of Lading, in a format that this version can't verify. Verify it with the version that wrote it.`,
  ),
  'receipt-changed': entry(
    'receipt-invalid',
    { path },
    ({ path }) => `The receipt ${path} changed while it was being verified. Verify it again.`,
  ),
  'receipt-overtaken': entry(
    'stopped',
    'The upload continued while its receipt was being written, so the receipt is incomplete. Pause the upload or wait until it finishes, then write the receipt again.',
  ),
  'signing-key-unreadable': entry(
    'store',
    { path, errno },
    ({ path, errno }) =>
      `Can't read the signing key ${path} (${errnoText(errno)}). Fix its permissions, or move it away to get a new key.`,
  ),
  'timestamp-url-malformed': entry(
    'bad-input',
    "That isn't the address of a time-stamping authority. It should start with https:// or http://.",
  ),
  'timestamp-url-has-password': entry(
    'bad-input',
    { url: text },
    ({ url }) =>
      `The address of the time-stamping authority contains a user name or a password: ${url}. Lading can't use an authority that needs one.`,
  ),
  'timestamp-certificates-invalid': entry(
    'bad-input',
    "The certificate file for time stamps contains no PEM certificate, or a damaged one. Ask the time-stamping authority for its certificate authority's certificate in that format.",
  ),
  'timestamp-url-not-confirmed': entry(
    'unconfirmed',
    "The time-stamping authority wasn't changed, because you didn't confirm it.",
  ),
  'compare-folder-unreadable': entry('source', { path, missing: z.boolean() }, ({ path, missing }) =>
    missing ? `There is no folder at ${path}.` : `${path} isn't a folder that can be read.`,
  ),
  'compare-folder-ambiguous': entry(
    'bad-input',
    { path, name: text },
    ({ path, name }) =>
      `The receipt names two folders called “${name}”, so it's unclear which of them ${path} contains. Verify the receipt without a folder.`,
  ),
} as const;
