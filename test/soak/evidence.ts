import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  futimesSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { pseudoRandom } from '../fakes/evidence.ts';
import type { Random } from './random.ts';

export const defaultCustodian = 'Unassigned';

export interface EvidenceFile {
  /** Below the root. Bytes that are not UTF-8 are replaced. */
  readonly path: string;
  readonly isUtf8: boolean;
  readonly sizeBytes: number;
  /** SHA-1 of each content that it had as a whole, the first one first. */
  readonly versions: string[];
  readonly custodian: string;
  readonly root: string;
  readonly bytesBelowRoot: Buffer;
  /** Its time, in seconds since 1970. */
  readonly seconds: number;
}

const custodians = ['Ng, Ana', 'Ødegård', 'אבנר כהן', 'o’Brien “Bo”', '=1+1', 'A'];
const names: readonly (string | Buffer)[] = [
  'mail.pst',
  'договор.docx',
  'Ame\u0301lie.txt',
  'Amélie.txt',
  'two\nlines.txt',
  '-rf.txt',
  '"quoted".csv',
  'CON.txt',
  'trailing dot.',
  '😀.png',
  `${'long'.repeat(60)}.tif`,
  Buffer.from('caf\xe9.txt', 'latin1'),
  Buffer.from('caf\xe8.txt', 'latin1'),
];
const folders: readonly (string | Buffer)[] = [
  '',
  'Sent',
  'a/b/c/d',
  Buffer.from('r\xe9pertoire', 'latin1'),
  Buffer.from('r\xe8pertoire', 'latin1'),
];
const times = [0, -86_400, 86_399.999_999, 1_700_000_000.123, 4_102_444_800, 13_000_000_000, -11_644_473_600];

/** Creates a custodian's folders below `root` with files of every kind: empty, small, of many parts, oddly named and dated. */
export function makeEvidence(root: string, random: Random, bigFileBytes: number): readonly EvidenceFile[] {
  const made = new Map<string, EvidenceFile>();
  const add = (
    custodian: string | null,
    folder: string | Buffer,
    name: string | Buffer,
    sizeBytes: number,
  ) => {
    const inRoot = bytesOf(custodian ?? '', folder, name);
    const key = inRoot.toString('hex');
    if (made.has(key)) return;
    const path = Buffer.concat([Buffer.from(`${root}/`), inRoot]);
    mkdirSync(path.subarray(0, path.lastIndexOf('/')), { recursive: true });
    const sha1 = writeContent(path, `${random.seed}/${key}`, sizeBytes);
    const seconds = random.pick(times);
    utimesSync(path, seconds, seconds);
    made.set(key, {
      path: inRoot.toString(),
      isUtf8: Buffer.from(inRoot.toString()).equals(inRoot),
      sizeBytes,
      versions: [sha1],
      custodian: custodian ?? defaultCustodian,
      ...{ root, bytesBelowRoot: inRoot, seconds },
    });
  };
  add(random.pick(custodians), '', 'disk.img', bigFileBytes);
  for (let count = random.int(15, 30); count > 0; count -= 1) {
    const custodian = random.chance(0.1) ? null : random.pick(custodians);
    const folder = custodian === null ? '' : random.pick(folders);
    const name = random.chance(0.5) ? random.pick(names) : `file ${random.int(1, 9999)}.dat`;
    add(custodian, folder, name, sizeFrom(random));
  }
  return [...made.values()];
}

function sizeFrom(random: Random): number {
  const kind = random.next();
  if (kind < 0.1) return 0;
  if (kind < 0.6) return random.int(1, 40_000);
  if (kind < 0.85) return random.int(40_000, 300_000);
  return random.int(500_000, 3_000_000);
}

function bytesOf(...parts: readonly (string | Buffer)[]): Buffer {
  const given = parts.map((part) => Buffer.from(part)).filter((part) => part.length > 0);
  return Buffer.concat(given.flatMap((part, at) => (at === 0 ? [part] : [Buffer.from('/'), part])));
}

function writeContent(path: Buffer, seed: string, sizeBytes: number): string {
  const sha1 = createHash('sha1');
  const file = openSync(path, 'wx');
  for (const block of pseudoRandom(seed, sizeBytes)) {
    writeSync(file, block);
    sha1.update(block);
  }
  closeSync(file);
  return sha1.digest('hex');
}

/**
 * Writes other bytes over the first and the last of a file, in two steps, and sets its time back. Each step leaves a content
 * that may arrive; a mixture of two may not.
 */
export async function rewriteInPlace(file: EvidenceFile, random: Random): Promise<void> {
  const path = Buffer.concat([Buffer.from(`${file.root}/`), file.bytesBelowRoot]);
  const bytes = Math.min(Math.floor(file.sizeBytes / 2), 1024 * 1024);
  for (const position of [0, file.sizeBytes - bytes]) {
    const open = openSync(path, 'r+');
    writeSync(open, randomBytes(bytes), 0, bytes, position);
    futimesSync(open, file.seconds, file.seconds);
    closeSync(open);
    file.versions.push(createHash('sha1').update(readFileSync(path)).digest('hex'));
    await delay(random.pick([0, 0, 50, 1000]));
  }
}

export type Fingerprint = ReadonlyMap<string, string>;

/** A digest of every file's content and time, by path. */
export function fingerprint(root: string): Fingerprint {
  const found = new Map<string, string>();
  const visit = (folder: Buffer): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true, encoding: 'buffer' })) {
      const path = Buffer.concat([folder, Buffer.from('/'), entry.name]);
      if (entry.isDirectory()) visit(path);
      else {
        const { size, mtimeNs } = statSync(path, { bigint: true });
        const content = createHash('sha1').update(readFileSync(path)).digest('hex');
        found.set(path.subarray(root.length + 1).toString('hex'), `${size} bytes, ${mtimeNs}, ${content}`);
      }
    }
  };
  visit(Buffer.from(root));
  return found;
}

/** Whether each file is as it was, or as its writer left it. */
export function isUntouched(
  before: Fingerprint,
  now: Fingerprint,
  rewritten: ReadonlyMap<string, EvidenceFile>,
): boolean {
  return (
    before.size === now.size &&
    [...before].every(([path, was]) => {
      const last = rewritten.get(path)?.versions.at(-1);
      return now.get(path) === (last === undefined ? was : was.replace(/[0-9a-f]{40}$/, last));
    })
  );
}
