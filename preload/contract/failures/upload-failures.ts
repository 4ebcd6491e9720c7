/** What goes wrong with an upload, its sources and settings, and a watched folder. */
import { z } from 'zod';
import { custodianMapProblem, custodianMapProblemText } from '../texts/custodian-map-text.ts';
import { plural } from '../texts/format-number.ts';
import { limitedValue, requestLimitText } from '../texts/request-limit-text.ts';
import { connectionForm } from '../views/interface-form.ts';
import { watchRuleProblem, watchRuleProblemText } from '../watch/watch-rule-text.ts';
import { errnoText } from './errno-text.ts';
import { entry, errno, path, pathIfNotShown, text, uploadId } from './failure-entry.ts';

const alteredTexts = {
  log: 'its log was edited',
  server: "its server isn't the one in its log",
  database: "its database isn't the one in its log",
  dataset: "its dataset isn't the one in its log",
  sources: "its sources aren't those in its log",
  'source-files': "the source file of a file isn't the one in its log",
  custodian: "a pack's custodian isn't that of its files",
  members: "a pack doesn't have the files that its completion was requested for",
  parts: "a file's parts aren't those it is sent in",
  states: "a file isn't in the state that Lading gave it",
} as const;

const expectedValues = {
  boolean: 'true or false',
  'project-ids': 'a list of project IDs',
  'time-zone': 'an IANA time zone, such as America/New_York',
  language: 'auto, or the ISO 639-3 code of a language, such as deu',
  text: 'text',
} as const;

export const uploadFailures = {
  // An upload
  'upload-not-found': entry('not-known', { uploadId }, ({ uploadId }) => `There is no upload ${uploadId}.`),
  /** The store was edited: it contradicts the upload's log. */
  'upload-altered': entry(
    'altered',
    {
      uploadId,
      altered: z.enum([
        'log',
        'server',
        'database',
        'dataset',
        'sources',
        'source-files',
        'custodian',
        'members',
        'parts',
        'states',
      ]),
    },
    ({ uploadId, altered }) => {
      const what = `Upload ${uploadId} was changed outside of Lading${altered === 'states' ? ', or Lading made a mistake' : ''}`;
      return `${what}: ${alteredTexts[altered]}. Lading sends nothing more of it. Find out who can write to the data folder, then start a new upload.`;
    },
  ),
  'upload-running': entry(
    'bad-input',
    { uploadId },
    ({ uploadId }) => `Upload ${uploadId} is running. Pause it, or wait until it finishes.`,
  ),
  'upload-not-running': entry(
    'bad-input',
    { uploadId },
    ({ uploadId }) => `Upload ${uploadId} isn't running.`,
  ),
  'upload-not-started': entry(
    'bad-input',
    { uploadId },
    ({ uploadId }) => `Upload ${uploadId} is a draft that nobody has started.`,
  ),
  'upload-started': entry(
    'bad-input',
    { uploadId },
    ({ uploadId }) => `Upload ${uploadId} has started, so it can't be changed.`,
  ),
  'upload-cancelled': entry(
    'bad-input',
    { uploadId },
    ({ uploadId }) => `Upload ${uploadId} was canceled. Start a new one for the remaining files.`,
  ),
  'upload-finished': entry('bad-input', { uploadId }, ({ uploadId }) => `Upload ${uploadId} has finished.`),
  'folder-not-found': entry(
    'not-known',
    { uploadId, folderId: z.int() },
    ({ uploadId, folderId }) => `Upload ${uploadId} has no folder ${folderId}.`,
  ),
  'request-limit': entry(
    'bad-input',
    { value: limitedValue, max: z.int().positive().nullable(), counts: z.enum(['values', 'characters']) },
    ({ value, max, counts }) => requestLimitText(value, max, counts),
  ),
  'glob-invalid': entry(
    'bad-input',
    { pattern: text, problem: text },
    ({ pattern, problem }) => `The pattern ${pattern} can't be used: ${problem}.`,
  ),
  'hash-list-unreadable': entry(
    'bad-input',
    { path, errno },
    ({ path, errno }) => `Can't read the hash list ${path} (${errnoText(errno)}).`,
  ),
  'hash-list-empty': entry(
    'bad-input',
    { path },
    ({ path }) =>
      `${path} contains no hashes. Use one MD5, SHA-1, or SHA-256 per line, the output of md5sum or hashdeep, or a CSV with a header.`,
  ),
  'item-not-found': entry(
    'not-known',
    { uploadId, itemId: z.int() },
    ({ uploadId, itemId }) => `Upload ${uploadId} has no file ${itemId}.`,
  ),
  /** Without a problem, the group that names the custodian is missing. Position: in the pattern, from 1. */
  'custodian-pattern-invalid': entry(
    'bad-input',
    {
      pattern: text,
      problem: text.nullable(),
      position: z.int().positive().nullable(),
    },
    ({ pattern, problem, position }) =>
      problem === null
        ? `The pattern ${pattern} has no group named custodian. Put (?<custodian>…) around the part of the path that names the custodian.`
        : `The pattern ${pattern} is wrong at character ${position ?? 1}: ${problem}.`,
  ),
  /** The first problem, and how many there are. */
  'custodian-map-invalid': entry(
    'bad-input',
    {
      path,
      problem: custodianMapProblem,
      line: z.int().positive().nullable(),
      column: z.int().positive().nullable(),
      /** The line of the row that says something else. */
      otherLine: z.int().positive().nullable(),
      problems: z.int(),
    },
    ({ path, problem, line, column, otherLine, problems }) =>
      `${path}${line === null ? '' : `, line ${line}${column === null ? '' : `, column ${column}`}`}: ${custodianMapProblemText(problem, otherLine)}${
        problems > 1 ? ` ${plural(problems - 1, 'more problem follows', 'more problems follow')}.` : ''
      }`,
  ),
  'processing-setting-unknown': entry(
    'bad-input',
    { field: text, known: z.array(text) },
    ({ field, known }) =>
      `There is no processing setting “${field}”. The profile defines ${known.join(', ')}.`,
  ),
  'processing-setting-extended': entry(
    'bad-input',
    { field: text, basis: connectionForm.shape.basis },
    ({ field, basis }) =>
      `Processing setting “${field}” belongs to the extended form of the interface. ${
        basis === 'assumed'
          ? "Nothing in the platform's answers shows that form, so Lading assumes the base form, which doesn't have it."
          : "You chose the base form for this connection, which doesn't have it."
      }`,
  ),
  'processing-setting-invalid': entry(
    'bad-input',
    {
      field: text,
      expected: z.enum(['boolean', 'project-ids', 'time-zone', 'language', 'text']),
      /** What was probably meant, for a language. */
      suggestions: z.array(z.object({ code: text, name: text })).optional(),
    },
    ({ field, expected, suggestions = [] }) =>
      `Processing setting “${field}” must be ${expectedValues[expected]}.${
        suggestions.length === 0
          ? ''
          : ` Did you mean ${suggestions.map(({ code, name }) => `${code} (${name})`).join(' or ')}?`
      }`,
  ),
  'source-path-empty': entry('bad-input', 'A path is empty. Enter the path of a file or folder.'),
  'source-not-granted': entry(
    'bad-input',
    'A file or folder was chosen too long ago, or before the window loaded again. Choose it again.',
  ),
  'drop-unreadable': entry(
    'bad-input',
    "The dropped items can't be read. Choose them in the file dialog instead.",
  ),
  /** Lading's own data folder. */
  'state-in-source': entry(
    'bad-input',
    { path, source: path },
    ({ path, source }) =>
      `“${source}” contains ${path}, where Lading keeps its data, and Lading never writes to a source. Choose the other folders in it one by one.`,
  ),
  /** `own`: the file or folder of Lading's that the source is, or is in. */
  'source-in-state': entry('bad-input', { path, own: path }, ({ path, own }) =>
    path === own
      ? `${path} is Lading's own, not evidence. Choose something else.`
      : `${path} is in ${own}, where Lading keeps its own files. Choose something else.`,
  ),
  'sources-overlap': entry(
    'bad-input',
    { inner: text, outer: text, same: z.boolean() },
    ({ inner, outer, same }) =>
      same
        ? `“${outer}” and “${inner}” are the same. Add it only once, so nothing is uploaded twice.`
        : `“${inner}” is inside “${outer}”. Add only one of them, so nothing is uploaded twice.`,
  ),
  'password-file-unreadable': entry(
    'source',
    { path, errno },
    ({ path, errno }) =>
      `Can't read the password file ${path} (${errnoText(errno)}). It's needed until the upload finishes: put it back, or start a new upload without it.`,
  ),
  'link-malformed': entry(
    'bad-input',
    { position: z.int() },
    ({ position }) => `Link ${position} isn't a web address. It must start with https://.`,
  ),
  'link-duplicate': entry(
    'bad-input',
    { link: text },
    ({ link }) => `The link ${link} appears twice. Enter each link once.`,
  ),
  'link-not-needed': entry(
    'bad-input',
    { link: text },
    ({ link }) =>
      `No link of this upload that still has to be sent matches ${link}. Check it for typing errors, or remove it.`,
  ),
  'link-secret-missing': entry(
    'bad-input',
    { path: pathIfNotShown },
    ({ path }) =>
      `What may grant access in ${path ?? 'this link'} is never stored: the part after “?” and, where the upload hides it, the path. Enter the whole link again. If several links differ only in that part, enter all of them in their original order.`,
  ),

  // A watched folder
  'watch-rule-not-found': entry('not-known', { ruleId: z.int() }, () => 'This watched folder was removed.'),
  /** `field` as in the configuration file; `value` is the part that is wrong. */
  'watch-rule-invalid': entry(
    'bad-input',
    { field: text, problem: watchRuleProblem, value: text },
    ({ problem, value }) => watchRuleProblemText(problem, value),
  ),
  'watch-name-taken': entry(
    'bad-input',
    { name: text },
    ({ name }) => `There is another watched folder named “${name}”. Choose another name.`,
  ),
  /** Its ledger is about the folder that it had. */
  'watch-folder-fixed': entry(
    'bad-input',
    { name: text },
    ({ name }) =>
      `The folder of “${name}” can't be changed, because its file history belongs to that folder. Add another watched folder instead.`,
  ),
  'watch-rehearsing': entry(
    'bad-input',
    { name: text },
    ({ name }) => `A rehearsal of “${name}” is already running. Wait for the result, or cancel it.`,
  ),
} as const;
