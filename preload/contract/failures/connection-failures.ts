/** What goes wrong with a connection, its profile, and the database and dataset that it leads to. */
import { z } from 'zod';
import { databaseCheckText, wrongDatabaseText } from '../texts/database-check-text.ts';
import { count } from '../texts/format-number.ts';
import { utcText } from '../texts/utc-text.ts';
import { said, waitReasonText } from '../texts/wait-reason-text.ts';
import { unconfirmedDatabase } from '../views/database-check.ts';
import { inactiveDatabaseText } from '../views/database-status.ts';
import { waitReason } from '../views/wait-reason.ts';
import { errnoText } from './errno-text.ts';
import { answered, entry, errno, path, platformMessage, text, uploadId } from './failure-entry.ts';

export const connectionFailures = {
  'server-url-missing': entry('bad-input', 'Enter the server address.'),
  'server-url-malformed': entry(
    'bad-input',
    "That isn't a server address. It should look like https://host/.",
  ),
  'server-url-has-extras': entry(
    'bad-input',
    { url: text },
    ({ url }) => `The server address ${url} can't contain a user name, password, query, or fragment.`,
  ),
  'server-url-insecure': entry(
    'url-insecure',
    { url: text },
    ({ url }) =>
      `${url} isn't encrypted, so others on the network could read the API key. Use https://. Plain http:// is allowed only for this computer.`,
  ),
  'key-missing': entry('key-missing', 'No API key.'),
  'key-malformed': entry(
    'key-malformed',
    "That isn't an API key. A key has three parts separated by dots. Copy the whole key, then try again.",
  ),
  'key-refused': entry(
    'key-refused',
    answered,
    ({ platformMessage }) => `The platform refused the API key${said(platformMessage)}.`,
  ),
  'not-the-platform': entry(
    'unexpected-answer',
    { url: text, reason: waitReason.optional() },
    ({ url, reason }) =>
      `${url} doesn't respond like the review platform${reason === undefined ? '' : ` (${waitReasonText(reason)})`}. Check the server address, including anything after the host name.`,
  ),
  'connection-not-found': entry('not-known', 'This connection was removed.'),
  'connection-not-ready': entry('not-known', "This connection isn't ready. Check it, then try again."),
  'connection-exists': entry(
    'bad-input',
    { name: text },
    ({ name }) => `“${name}” already uses this server and this key.`,
  ),
  'server-not-connected': entry(
    'not-known',
    { serverUrl: text },
    ({ serverUrl }) => `There is no connection to ${serverUrl}.`,
  ),
  'profile-missing': entry('source', { path }, ({ path }) => `There is no interface profile at ${path}.`),
  'profile-unreadable': entry(
    'source',
    { path, errno },
    ({ path, errno }) => `Can't read the interface profile ${path} (${errnoText(errno)}).`,
  ),
  'profile-invalid': entry(
    'profile-invalid',
    { path, problems: z.array(text), more: z.int() },
    ({ path, problems, more }) =>
      `The interface profile ${path} has errors. ${problems.join('; ')}${more > 0 ? `; and ${count(more)} more` : ''}.`,
  ),
  'database-not-found': entry(
    'not-found',
    { databaseId: z.int(), platformMessage },
    ({ databaseId, platformMessage }) =>
      `This key can't use database ${databaseId}${said(platformMessage)}. Check the ID, and make sure that the key's account can upload to the database.`,
  ),
  'database-name-unknown': entry(
    'not-found',
    { name: text },
    ({ name }) => `This key can't see a database named “${name}”.`,
  ),
  'database-name-ambiguous': entry(
    'bad-input',
    { name: text, databaseIds: z.array(z.int()) },
    ({ name, databaseIds }) =>
      `${count(databaseIds.length)} databases are named “${name}”: ${databaseIds.join(', ')}. Choose one by its ID.`,
  ),
  'upload-forbidden': entry(
    'forbidden',
    { databaseId: z.int(), databaseName: text },
    ({ databaseId, databaseName }) =>
      `This key's account isn't allowed to upload to database “${databaseName}” (${databaseId}). Ask its administrator for permission to upload.`,
  ),
  'database-inactive': entry(
    'unconfirmed',
    { databaseId: z.int(), databaseName: text, state: text },
    ({ databaseName, state }) => inactiveDatabaseText(databaseName, state),
  ),
  'database-unconfirmed': entry('unconfirmed', unconfirmedDatabase.shape, ({ typed, ...check }) =>
    typed === null
      ? `${databaseCheckText(check)} ${wrongDatabaseText}`
      : `“${typed}” isn't the name of database ${check.databaseId}: it's “${check.databaseName}”. Uppercase and lowercase matter. ${databaseCheckText(check)}`,
  ),
  /** A name was typed although none was needed, and it is another one. */
  'database-name-differs': entry(
    'unconfirmed',
    { databaseId: z.int(), databaseName: text, typed: text },
    ({ databaseId, databaseName, typed }) =>
      `“${typed}” isn't the name of database ${databaseId}: it's “${databaseName}”. Uppercase and lowercase matter. Correct the database or the name.`,
  ),
  'dataset-not-found': entry(
    'not-found',
    { datasetId: z.int(), databaseName: text, platformMessage },
    ({ datasetId, databaseName, platformMessage }) =>
      `Database “${databaseName}” has no dataset ${datasetId}, or this key can't see it${said(platformMessage)}. Start a new upload to another dataset. A watched folder makes another one once it's activated again.`,
  ),
  /** The platform forgot a dataset, and gave its ID to another upload of the same data folder: `later`, which requested it `at`. */
  'dataset-reused': entry(
    'not-found',
    { datasetId: z.int(), uploadId, later: uploadId, at: text },
    ({ datasetId, uploadId, later, at }) =>
      `The platform created dataset ${datasetId} for upload ${later} (requested ${utcText(at)}), although upload ${uploadId} had it before. So it was probably restored from an older copy, and what upload ${uploadId} sent before may be gone. Lading sends nothing more of it, so that the two aren't mixed. Check the database, then start a new upload of the same sources.`,
  ),
} as const;
