/** What the platform and its part host refuse, or answer wrongly. */
import { z } from 'zod';
import { count, plural } from '../texts/format-number.ts';
import { said, waitReasonText } from '../texts/wait-reason-text.ts';
import { waitReason } from '../views/wait-reason.ts';
import {
  answered,
  entry,
  operation,
  path,
  pathIfNotShown,
  platformMessage,
  prefix,
  status,
  text,
} from './failure-entry.ts';

export const platformFailures = {
  // The platform
  forbidden: entry(
    'forbidden',
    answered,
    ({ platformMessage }) => `This API key's account isn't allowed to do this${said(platformMessage)}.`,
  ),
  'not-found': entry(
    'not-found',
    answered,
    ({ platformMessage }) => `The platform can't find what Lading requested${said(platformMessage)}.`,
  ),
  'cap-reached': entry(
    'cap-reached',
    answered,
    ({ platformMessage }) =>
      `The limit on objects created through the API has been reached${said(platformMessage)}. The platform's operator can raise it.`,
  ),
  refused: entry(
    'refused',
    answered,
    ({ status, platformMessage }) =>
      `The platform refused the request (status ${status}${said(platformMessage)}).`,
  ),
  'unexpected-answer': entry(
    'unexpected-answer',
    { operation, reason: waitReason },
    ({ reason }) =>
      `This isn't a response from the platform: ${waitReasonText(reason)}. Check the server address and the interface profile, and whether a proxy or a network sign-in page is responding instead.`,
  ),
  unreachable: entry(
    'unreachable',
    { host: text, operation, reason: waitReason },
    ({ host, reason }) =>
      `Can't reach ${host} (${waitReasonText(reason)}). Check the address and the network, then try again.`,
  ),
  'outcome-unknown': entry(
    'outcome-unknown',
    { operation, reason: waitReason },
    ({ reason }) =>
      `The request was sent, but ${waitReasonText(reason)}. It may or may not have been carried out.`,
  ),
  'removal-unknown': entry(
    'outcome-unknown',
    answered,
    ({ platformMessage }) =>
      `A response of the platform was lost, and the next request found nothing to remove${said(platformMessage)}. The lost request removed it, or it wasn't there: check the list.`,
  ),
  /** What a person was shown before a change isn't what holds now. */
  'record-changed': entry(
    'unconfirmed',
    'It was changed on the platform after it was shown here. Reload the list, then make the change again.',
  ),
  /** For an item whose completion was requested, or a link that was sent. */
  'cancelled-unconfirmed': entry(
    'outcome-unknown',
    'The upload ended before the platform confirmed this file. It may have been accepted. Check the dataset.',
  ),
  'source-file-complete': entry(
    'outcome-unknown',
    'The platform says that it has this file already, but this data folder has no record of that. It may be older than the upload, as one restored from a backup is: other files may then be there, too, and resuming uploads them again. Or something on the way repeated the request. Check the dataset, then retry or skip this file.',
  ),
  'parameter-missing': entry(
    'bad-input',
    { operation, parameter: text },
    ({ operation, parameter }) => `${operation} needs a value for ${parameter}.`,
  ),
  /** `problem` is the schema's own words. */
  'parameter-invalid': entry(
    'bad-input',
    { operation, parameter: text, problem: text },
    ({ operation, parameter, problem }) => `${operation} can't take this value for ${parameter}: ${problem}.`,
  ),
  /** The platform gave a new file the ID of one that the upload already has. */
  'source-file-not-new': entry(
    'unexpected-answer',
    { path, sourceFileId: z.int() },
    ({ path, sourceFileId }) =>
      `The platform gave ${path} source file ${sourceFileId}, which Lading already uses for another file. Nothing of ${path} was sent to it, so no files are mixed. Ask the platform's operator, then resume.`,
  ),
  /** The platform gave the ID of a file that isn't complete to another one, so nothing says whose it is. */
  'source-file-reused': entry(
    'unexpected-answer',
    { path, sourceFileId: z.int() },
    ({ path, sourceFileId }) =>
      `The platform gave source file ${sourceFileId}, which ${path} had, to another file, as one does that was restored from an older copy. Nothing says whose it is, so nothing more is sent to it. Check the database, then resume: ${path} is sent again, to another source file.`,
  ),
  /** The platform says that it could not put the parts together. */
  'assembly-failed': entry(
    'refused',
    { path: pathIfNotShown, state: text, platformMessage },
    ({ path, state, platformMessage }) =>
      `${prefix(path)}Every part was uploaded, but the platform couldn't assemble the file (state ${state}${said(platformMessage)}). Retry to upload it again.`,
  ),
  'completion-unconfirmed': entry(
    'outcome-unknown',
    { path: pathIfNotShown, attempts: z.int(), reason: waitReason },
    ({ path, attempts, reason }) =>
      `${prefix(path)}Every part was uploaded, but the platform didn't confirm the file in ${count(attempts)} ${attempts === 1 ? 'response' : 'responses'}: ${waitReasonText(reason)}. It may have been accepted. Check the dataset and the interface profile.`,
  ),

  // The part host
  'part-refused': entry(
    'refused',
    {
      path: pathIfNotShown,
      partNumber: z.int().optional(),
      status,
      platformMessage,
    },
    ({ path, partNumber, status, platformMessage }) =>
      `${prefix(path)}The part host refused ${partNumber === undefined ? 'a part' : `part ${count(partNumber)}`} (status ${status}${said(platformMessage)}).`,
  ),
  'part-url-malformed': entry('unexpected-answer', "The platform returned a part URL that isn't a URL."),
  'part-url-insecure': entry(
    'url-insecure',
    { origin: text },
    ({ origin }) =>
      `The platform returned a part URL at ${origin}, which isn't encrypted. Nothing was sent there.`,
  ),
  'part-url-local': entry(
    'url-insecure',
    { origin: text },
    ({ origin }) =>
      `The platform returned a part URL at ${origin}, which is a service on this computer and not the platform's. Nothing was sent there.`,
  ),
  'part-url-refused': entry(
    'forbidden',
    {
      path: pathIfNotShown,
      partNumber: z.int(),
      attempts: z.int(),
      status,
    },
    ({ path, partNumber, attempts, status }) =>
      `${prefix(path)}The part host refused ${count(attempts)} new URLs in a row for part ${partNumber} (status ${status}). Check this computer's clock and whether a proxy changes requests, then retry.`,
  ),
  'part-differs': entry(
    'hash-mismatch',
    { partNumber: z.int(), attempts: z.int() },
    ({ partNumber, attempts }) =>
      `Part ${partNumber} was altered on the way ${count(attempts)} times in a row: its ETag isn't the MD5 checksum of what was sent. Check for a proxy that changes requests, then retry. If this host's ETags aren't MD5, start a new upload with part checks turned off.`,
  ),
  'part-intercepted': entry(
    'unexpected-answer',
    {
      path: pathIfNotShown,
      partNumber: z.int(),
      attempts: z.int(),
      reason: waitReason,
    },
    ({ path, partNumber, attempts, reason }) =>
      `${prefix(path)}Part ${partNumber} couldn't be uploaded in ${plural(attempts, 'attempt')}: ${waitReasonText(reason)}. A proxy or a network sign-in page is probably responding in place of the part host.`,
  ),
} as const;
