/** Compares the items of a receipt with a folder: first sizes, which is quick, then hashes, then files not listed. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../../../preload/contract/failures/errno.ts';
import { failure, type Result, success } from '../../../preload/contract/failures/failure.ts';
import { inNaturalOrder } from '../../../preload/contract/texts/natural-key.ts';
import type { DifferenceReason } from '../../../preload/contract/texts/verify-text.ts';
import { hashAlgorithms } from '../../../preload/contract/views/hash-algorithm.ts';
import type { HashAlgorithm } from '../types/content-hashes.ts';
import { decodeRaw } from '../types/source-path.ts';
import { type MovedFiles, movedKey } from './moved-files.ts';
import type { ReceiptItem } from './receipt.ts';
import { receiptItems } from './receipt-lines.ts';
import { createRootResolver, type RootResolver } from './resolve-roots.ts';
import {
  type FileHashOnDisk,
  type FileOnDisk,
  hashFileOnDisk,
  inspectFileOnDisk,
  inspectFolder,
  linkedFolders,
} from './source-on-disk.ts';
import type { VerifyProgress } from './verify-progress.ts';

export interface FileDifference {
  /** Relative to the compared folder. */
  readonly path: string;
  readonly kind: 'missing' | 'changed' | 'unreadable' | 'not-in-receipt';
  readonly reason: DifferenceReason;
}

export interface FolderComparison {
  readonly folder: string;
  /** With the size and every hash of the receipt. */
  readonly same: number;
  /** The same files by the hashes that the receipt has for them. */
  readonly sameBy: readonly SameFiles[];
  /** With the size of the receipt, which has no hash for them. */
  readonly sameSizeOnly: number;
  readonly missing: number;
  readonly changed: number;
  readonly unreadable: number;
  /** Files among all of these that were compared where Lading moved them to. */
  readonly moved: number;
  /** Links to the web and skipped files. */
  readonly notCompared: number;
  /** Symbolic links that the receipt doesn't list. They aren't followed, so what they lead to isn't known. */
  readonly links: number;
  readonly notInReceipt: number;
  /** The first thousand, by path. */
  readonly differences: readonly FileDifference[];
  readonly differencesNotListed: number;
}

export interface SameFiles {
  readonly hashes: readonly HashAlgorithm[];
  readonly files: number;
}

export interface CompareOptions {
  readonly receipt: string;
  /** The digest of the receipt that was verified: what is compared must be the same. */
  readonly digest: string;
  readonly folder: string;
  readonly items: number;
  readonly roots: readonly string[];
  readonly moved: MovedFiles;
  readonly onProgress: (progress: VerifyProgress) => void;
  readonly onDifference: (difference: FileDifference) => void;
  readonly signal: AbortSignal | undefined;
}

const listedDifferences = 1000;
/** A folder that has nothing to do with the receipt may differ in millions of files. The order of more isn't known. */
export const keptDifferences = 100_000;
const statsAtOnce = 32;
const hashesAtOnce = 2;

export async function compareFolder(comparison: CompareOptions): Promise<Result<FolderComparison>> {
  const { folder, onProgress, signal } = comparison;
  const found = await inspectFolder(folder);
  if (found !== 'folder')
    return failure('compare-folder-unreadable', { path: folder, missing: found === 'missing' });
  const resolver = createRootResolver(folder, comparison.roots);
  if (!resolver.ok) return resolver;
  const findings = collectFindings(comparison.onDifference);
  const sizes = await compareSizes(comparison, resolver.value, findings);
  if (!sizes.ok) return sizes;
  const { known, unreadable, toHash } = sizes.value;
  const hashes = await compareHashes(comparison, resolver.value, findings, toHash);
  if (!hashes.ok) return hashes;
  for await (const other of otherFiles(folder, known, signal)) {
    if (other.kind === 'unreadable' && unreadable.has(other.key)) continue;
    if (other.kind === 'link') findings.counts.links += 1;
    else if (other.kind === 'file') findings.add('not-in-receipt', other.path, { code: 'not-in-receipt' });
    else findings.add('unreadable', other.path, { code: 'folder-unreadable', errno: other.errno });
    const itemsDone = findings.counts.notInReceipt;
    onProgress({ phase: 'other-files', itemsDone, itemsTotal: null, bytesDone: 0 });
  }
  if (signal?.aborted) return failure('stopped');
  return success({ folder, ...findings.counts, ...findings.listed() });
}

type Findings = ReturnType<typeof collectFindings>;

function collectFindings(onDifference: CompareOptions['onDifference']) {
  const counts = {
    same: 0,
    sameSizeOnly: 0,
    missing: 0,
    changed: 0,
    unreadable: 0,
    moved: 0,
    notCompared: 0,
    links: 0,
    notInReceipt: 0,
  };
  const sameBy = new Map<string, SameFiles>();
  const differences: FileDifference[] = [];
  let found = 0;
  return {
    counts,
    addSame: (hashes: readonly HashAlgorithm[]): void => {
      counts.same += 1;
      const key = hashes.join();
      sameBy.set(key, { hashes, files: 1 + (sameBy.get(key)?.files ?? 0) });
    },
    add: (kind: FileDifference['kind'], path: string, reason: DifferenceReason): void => {
      counts[kind === 'not-in-receipt' ? 'notInReceipt' : kind] += 1;
      found += 1;
      if (differences.length < keptDifferences) differences.push({ path, kind, reason });
      onDifference({ path, kind, reason });
    },
    listed: () => {
      const listed = inReadingOrder(differences).slice(0, listedDifferences);
      const differencesNotListed = found - listed.length;
      return { sameBy: [...sameBy.values()], differences: listed, differencesNotListed };
    },
  };
}

/** By path. They are found as files are compared: first by size, then by content, several at once. */
export function inReadingOrder(differences: readonly FileDifference[]): readonly FileDifference[] {
  return inNaturalOrder(differences, ({ path }) => path);
}

interface Sizes {
  readonly known: ReadonlySet<string>;
  /** Known names whose files can't be read. */
  readonly unreadable: ReadonlySet<string>;
  /** One byte per item in the receipt's order: whether, and in which place, its content must be compared. */
  readonly toHash: Uint8Array;
}

const [ownPlace, movedPlace] = [1, 2] as const;

/** The item where Lading moved it; null if it didn't. */
function movedItem(item: ReceiptItem, moved: MovedFiles): ReceiptItem | null {
  const to = moved.get(movedKey(item));
  return to === undefined ? null : { ...item, ...to };
}

async function compareSizes(
  { receipt, digest, folder, items: itemsTotal, moved, onProgress, signal }: CompareOptions,
  resolver: RootResolver,
  { counts, add }: Findings,
): Promise<Result<Sizes>> {
  const known = new Set<string>();
  const unreadable = new Set<string>();
  const toHash = new Uint8Array(itemsTotal);
  const isBehindLink = linkedFolders(folder);
  let index = 0;
  const compare = async (listed: ReceiptItem, itemIndex: number): Promise<void> => {
    const elsewhere = movedItem(listed, moved);
    const place = elsewhere === null ? null : resolver.resolve(elsewhere);
    const isMoved = place !== null && (await inspectFileOnDisk(place.path)).kind !== 'missing';
    const item = isMoved && elsewhere !== null ? elsewhere : listed;
    if (isMoved) counts.moved += 1;
    const at = resolver.resolve(item);
    const key = at === null ? null : nameKey(at.below);
    const isTaken = key !== null && known.has(key);
    if (key !== null) known.add(key);
    if (item.root === null || item.outcome === 'skipped') {
      counts.notCompared += 1;
      return;
    }
    if (at === null || key === null) {
      add('unreadable', item.path, { code: 'outside-folder' });
      return;
    }
    if (isTaken) {
      // The folder is one source, and has a folder of the other's name: its file stands for one file of the receipt.
      add('missing', at.displayPath, { code: 'missing' });
      return;
    }
    const there = await inspectFileOnDisk(at.path);
    const found: FileOnDisk =
      there.kind === 'file' && (await isBehindLink(at.below)) ? { kind: 'link' } : there;
    if (found.kind === 'unreadable') unreadable.add(key);
    if (item.sizeBytes === null && found.kind !== 'missing' && found.kind !== 'unreadable') {
      // The scan couldn't read it, so there is nothing to compare. A folder is looked at with the other files.
      counts.notCompared += 1;
      return;
    }
    const verdict = compareSize(item, found);
    if (verdict.kind === 'same-size') counts.sameSizeOnly += 1;
    else if (verdict.kind === 'hash') toHash[itemIndex] = isMoved ? movedPlace : ownPlace;
    else add(verdict.kind, at.displayPath, verdict.reason);
  };
  for await (const batch of receiptItems(receipt, digest, signal)) {
    if (!batch.ok) return batch;
    await resolver.locate(batch.value.flatMap((item) => [item, movedItem(item, moved) ?? item]));
    for (let start = 0; start < batch.value.length; start += statsAtOnce) {
      const group = batch.value.slice(start, start + statsAtOnce);
      const first = index;
      await Promise.all(group.map((item, offset) => compare(item, first + offset)));
      index += group.length;
    }
    onProgress({ phase: 'sizes', itemsDone: index, itemsTotal, bytesDone: 0 });
  }
  return success({ known, unreadable, toHash });
}

async function compareHashes(
  { receipt, digest, moved, onProgress, signal }: CompareOptions,
  resolver: RootResolver,
  { addSame, add }: Findings,
  toHash: Uint8Array,
): Promise<Result<void>> {
  const itemsTotal = toHash.reduce((sum, place) => sum + (place === 0 ? 0 : 1), 0);
  let [index, itemsDone, bytesDone] = [0, 0, 0];
  const report = (): void => onProgress({ phase: 'hashes', itemsDone, itemsTotal, bytesDone });
  for await (const batch of receiptItems(receipt, digest, signal)) {
    if (!batch.ok) return batch;
    const first = index;
    index += batch.value.length;
    const wanted = batch.value
      .flatMap((item, offset) => {
        const place = toHash[first + offset];
        return place === 0 ? [] : [(place === movedPlace ? movedItem(item, moved) : null) ?? item];
      })
      .values();
    const worker = async (): Promise<void> => {
      for (const item of wanted) {
        const at = resolver.resolve(item);
        if (at === null || signal?.aborted) return;
        const expected = hashesOf(item);
        const hash = await hashFileOnDisk(
          at.path,
          expected.map(({ algorithm }) => algorithm),
          signal,
          (bytes) => {
            bytesDone += bytes;
            report();
          },
        );
        if (signal?.aborted) return;
        itemsDone += 1;
        if (hash.kind === 'unreadable')
          add('unreadable', at.displayPath, { code: 'unreadable', errno: hash.errno });
        else if (hash.kind !== 'hashed') add('changed', at.displayPath, { code: hash.kind });
        else {
          const { same, differing } = compareHashesOf(expected, hash.hashes);
          if (differing.length === 0) addSame(same);
          else add('changed', at.displayPath, { code: 'content-differs', differing, same });
        }
        report();
      }
    };
    await Promise.all(Array.from({ length: hashesAtOnce }, worker));
    if (signal?.aborted) return failure('stopped');
  }
  return success(undefined);
}

/** Hashes that the receipt has, strongest first. */
function hashesOf(item: ReceiptItem): readonly FileHashOnDisk[] {
  return hashAlgorithms.flatMap((algorithm) => {
    const hash = item[algorithm] ?? null;
    return hash === null ? [] : [{ algorithm, hash }];
  });
}

function compareHashesOf(expected: readonly FileHashOnDisk[], found: readonly FileHashOnDisk[]) {
  const isFound = ({ algorithm, hash }: FileHashOnDisk) =>
    found.some((other) => other.algorithm === algorithm && other.hash === hash);
  const names = (hashes: readonly FileHashOnDisk[]) => hashes.map(({ algorithm }) => algorithm);
  return {
    same: names(expected.filter(isFound)),
    differing: names(expected.filter((hash) => !isFound(hash))),
  };
}

type SizeVerdict =
  | { readonly kind: 'hash' }
  | { readonly kind: 'same-size' }
  | { readonly kind: 'missing' | 'changed' | 'unreadable'; readonly reason: DifferenceReason };

function compareSize(item: ReceiptItem, disk: FileOnDisk): SizeVerdict {
  switch (disk.kind) {
    case 'missing':
      return { kind: 'missing', reason: { code: 'missing' } };
    case 'unreadable':
      return { kind: 'unreadable', reason: { code: 'unreadable', errno: disk.errno } };
    case 'link':
    case 'not-a-file':
      return { kind: 'changed', reason: { code: disk.kind } };
    case 'file':
      if (disk.sizeBytes !== item.sizeBytes) {
        return {
          kind: 'changed',
          reason: { code: 'size-differs', sizeBytes: disk.sizeBytes, receiptBytes: item.sizeBytes ?? 0 },
        };
      }
      return { kind: hashesOf(item).length === 0 ? 'same-size' : 'hash' };
  }
}

type Other =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'link' }
  | { readonly kind: 'unreadable'; readonly path: string; readonly key: string; readonly errno: string };

/** Every file and symbolic link below the folder that is not known. Names are compared as bytes: they need not be valid Unicode. */
async function* otherFiles(
  folder: string,
  known: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Other> {
  const top = Buffer.from(join(folder, '/'));
  const pending: Buffer[] = [Buffer.alloc(0)];
  for (let below = pending.pop(); below !== undefined && !signal?.aborted; below = pending.pop()) {
    const entries = await readdir(Buffer.concat([top, below]), {
      encoding: 'buffer',
      withFileTypes: true,
    }).catch((error: unknown) => errnoOf(error));
    if (typeof entries === 'string') {
      yield { kind: 'unreadable', path: displayOf(below) || '.', key: nameKey(below), errno: entries };
      continue;
    }
    for (const entry of entries) {
      const name = below.length === 0 ? entry.name : Buffer.concat([below, Buffer.from('/'), entry.name]);
      if (entry.isDirectory()) {
        pending.push(name);
      } else if (!known.has(nameKey(name))) {
        // It isn't followed: files that were uploaded through it are compared by their own paths.
        if (entry.isSymbolicLink()) yield { kind: 'link' };
        else if (entry.isFile()) yield { kind: 'file', path: displayOf(name) };
      }
    }
  }
}

function displayOf(below: Buffer): string {
  return decodeRaw(below.toString('latin1')).text;
}

/** 128 bits of SHA-256 per name, so that a million stay small. macOS may return names in another Unicode form. */
function nameKey(below: Buffer): string {
  const isNormalized = process.platform === 'darwin' && isUtf8(below);
  const name = isNormalized ? Buffer.from(below.toString().normalize('NFC')) : below;
  return createHash('sha256').update(name).digest().toString('latin1', 0, 16);
}
