// @ts-check
// Whether the bundle in dist/cli is made of the sources as they are now. In JavaScript, because any Node runs bin.js.
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {object} BundleRecord
 * @property {string} folder The bundle, below dist/cli.
 * @property {readonly string[]} inputs Every file that the bundle was made of, from the repository's folder.
 * @property {string} content What was in them: see `contentOf`.
 * @property {string | null} stamp Their sizes and times while they had this content. Null where a later change might not show.
 */

/** FAT has the coarsest times, in steps of two seconds. A second change within a step doesn't show. */
const settledMs = 2_000;

/** @param {string} repository */
export const bundlesIn = (repository) => join(repository, 'dist', 'cli');

/**
 * Returns the program of the current bundle, or null. Where sizes or times differ, as in a copied checkout, the content decides.
 * @param {string} repository
 */
export function currentBundle(repository) {
  const record = readRecord(repository);
  if (record === null) return null;
  const program = join(bundlesIn(repository), record.folder, 'main', 'cli', 'index.js');
  if (statSync(program, { throwIfNoEntry: false }) === undefined) return null;
  const { stamp, newestMs } = stampOf(repository, record.inputs);
  if (stamp === record.stamp) return program;
  const isSettled = newestMs < Date.now() - settledMs;
  // Read after the times: a change from here on shows in them.
  if (contentOf(record.inputs.map((input) => hashOfFile(repository, input))) !== record.content) return null;
  try {
    if (isSettled) writeRecord(repository, { ...record, stamp });
  } catch {
    // The checkout is read-only: the next start reads the content again.
  }
  return program;
}

/**
 * @param {string} repository
 * @returns {BundleRecord | null}
 */
function readRecord(repository) {
  try {
    return JSON.parse(readFileSync(recordPath(repository), 'utf8'));
  } catch {
    // None was written yet.
    return null;
  }
}

/**
 * @param {string} repository
 * @param {BundleRecord} record
 */
export function writeRecord(repository, record) {
  const path = recordPath(repository);
  writeFileSync(`${path}.${process.pid}`, JSON.stringify(record));
  renameSync(`${path}.${process.pid}`, path);
}

/** @param {string} repository */
const recordPath = (repository) => join(bundlesIn(repository), 'current.json');

/**
 * The change time also shows a file that was replaced by one with the same modification time.
 * @param {string} repository
 * @param {readonly string[]} inputs
 */
function stampOf(repository, inputs) {
  let newestMs = 0;
  let stamp = '';
  for (const input of inputs) {
    const { size, mtimeMs, ctimeMs } =
      statSync(join(repository, input), { throwIfNoEntry: false }) ?? missing;
    newestMs = Math.max(newestMs, mtimeMs, ctimeMs);
    stamp += `${size} ${mtimeMs} ${ctimeMs}\n`;
  }
  return { stamp, newestMs };
}

const missing = { size: -1, mtimeMs: 0, ctimeMs: 0 };

/**
 * A file that is missing has a hash, too: one that appears later is a change.
 * @param {string} repository
 * @param {string} input
 */
export function hashOfFile(repository, input) {
  try {
    return sha256(readFileSync(join(repository, input)));
  } catch {
    return 'missing';
  }
}

/** @param {readonly string[]} hashes Of the inputs, in their order. */
export const contentOf = (hashes) => sha256(hashes.join('\n'));

/** @param {string | Buffer} data */
const sha256 = (data) => createHash('sha256').update(data).digest('hex');
