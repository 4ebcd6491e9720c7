/** Holds the items of a receipt against a folder: sizes first, since they are quick, then SHA-1, then files nobody listed. */
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type Failure, failure, type Result, success } from '../../../preload/contract/failure.ts';
import type { ReceiptItem } from './receipt.ts';
import { receiptItems } from './receipt-lines.ts';
import { createRootResolver, type RootResolver } from './resolve-roots.ts';
import { codeOf, type FileOnDisk, hashFile, inspectFile } from './source-on-disk.ts';
import type { VerifyProgress } from './verify.ts';

export interface Difference {
  /** Relative to the folder that was checked. */
  readonly path: string;
  readonly kind: 'missing' | 'changed' | 'unreadable' | 'not-in-receipt';
  readonly why: string;
}

export interface FolderComparison {
  readonly folder: string;
  /** Size and SHA-1 are those of the receipt. */
  readonly same: number;
  /** The receipt has no SHA-1 for these: the size is right, the content was not compared. */
  readonly sameSizeOnly: number;
  readonly missing: number;
  readonly changed: number;
  readonly unreadable: number;
  /** Links, and what was left out of the upload. */
  readonly notCompared: number;
  readonly notInReceipt: number;
  /** The first thousand. */
  readonly differences: readonly Difference[];
  readonly differencesNotListed: number;
}

export interface CompareOptions {
  readonly receipt: string;
  readonly folder: string;
  readonly items: number;
  readonly roots: readonly string[];
  readonly report: (progress: VerifyProgress) => void;
  readonly found: (difference: Difference) => void;
  readonly signal: AbortSignal | undefined;
}

const listedDifferences = 1000;
const statsAtOnce = 32;
const hashesAtOnce = 2;

export async function compareFolder(comparison: CompareOptions): Promise<Result<FolderComparison>> {
  const { folder, report, signal } = comparison;
  const place = await inspectFile(folder);
  if (place.kind !== 'not-a-file') {
    return failure(
      place.kind === 'missing' ? 'path-missing' : 'bad-input',
      `${folder} is not a folder that can be read. Name the folder that holds the files.`,
      { path: folder },
    );
  }
  const folders = createRootResolver(folder, comparison.roots);
  if (!folders.ok) return folders;
  const findings = collectFindings(comparison.found);
  const sizes = await compareSizes(comparison, folders.value, findings);
  if (!sizes.ok) return sizes;
  const { known, toHash } = sizes.value;
  const hashes = await compareHashes(comparison, folders.value, findings, toHash);
  if (!hashes.ok) return hashes;
  for await (const other of otherFiles(folder, known, signal)) {
    if (other.kind === 'file')
      findings.differs('not-in-receipt', other.path, 'The receipt does not list it.');
    else findings.differs('unreadable', other.path, `The folder cannot be read (${other.code}).`);
    report({ phase: 'other-files', itemsDone: findings.counts.notInReceipt, itemsTotal: null, bytesDone: 0 });
  }
  if (signal?.aborted) return stopped(folder);
  return success({ folder, ...findings.counts, ...findings.listed() });
}

type Findings = ReturnType<typeof collectFindings>;

function collectFindings(found: CompareOptions['found']) {
  const counts = {
    same: 0,
    sameSizeOnly: 0,
    missing: 0,
    changed: 0,
    unreadable: 0,
    notCompared: 0,
    notInReceipt: 0,
  };
  const differences: Difference[] = [];
  let differencesNotListed = 0;
  return {
    counts,
    differs: (kind: Difference['kind'], path: string, why: string): void => {
      counts[kind === 'not-in-receipt' ? 'notInReceipt' : kind] += 1;
      if (differences.length < listedDifferences) differences.push({ path, kind, why });
      else differencesNotListed += 1;
      found({ path, kind, why });
    },
    listed: () => ({ differences, differencesNotListed }),
  };
}

interface Sizes {
  readonly known: ReadonlySet<string>;
  /** One byte an item, in the receipt's order: whether its content is still to be compared. */
  readonly toHash: Uint8Array;
}

async function compareSizes(
  { receipt, items: itemsTotal, report, signal }: CompareOptions,
  folders: RootResolver,
  { counts, differs }: Findings,
): Promise<Result<Sizes>> {
  const known = new Set<string>();
  const toHash = new Uint8Array(itemsTotal);
  let index = 0;
  const compare = async (item: ReceiptItem, itemIndex: number): Promise<void> => {
    const at = folders.resolve(item);
    if (at !== null) known.add(nameKey(at.below));
    if (item.root === null || item.outcome === 'skipped') {
      counts.notCompared += 1;
      return;
    }
    if (at === null) {
      differs('unreadable', item.path, 'Its name leads out of the folder, so it was not looked at.');
      return;
    }
    const verdict = compareSize(item, await inspectFile(at.path));
    if (verdict.kind === 'same-size') counts.sameSizeOnly += 1;
    else if (verdict.kind === 'hash') toHash[itemIndex] = 1;
    else differs(verdict.kind, at.shown, verdict.why);
  };
  for await (const batch of receiptItems(receipt, signal)) {
    if (!batch.ok) return batch;
    await folders.locate(batch.value);
    for (let start = 0; start < batch.value.length; start += statsAtOnce) {
      const group = batch.value.slice(start, start + statsAtOnce);
      const first = index;
      await Promise.all(group.map((item, offset) => compare(item, first + offset)));
      index += group.length;
    }
    report({ phase: 'sizes', itemsDone: index, itemsTotal, bytesDone: 0 });
  }
  return success({ known, toHash });
}

async function compareHashes(
  { receipt, folder, report, signal }: CompareOptions,
  folders: RootResolver,
  { counts, differs }: Findings,
  toHash: Uint8Array,
): Promise<Result<void>> {
  const itemsTotal = toHash.reduce((sum, wanted) => sum + wanted, 0);
  let [index, itemsDone, bytesDone] = [0, 0, 0];
  const told = (): void => report({ phase: 'hashes', itemsDone, itemsTotal, bytesDone });
  for await (const batch of receiptItems(receipt, signal)) {
    if (!batch.ok) return batch;
    const first = index;
    index += batch.value.length;
    const wanted = batch.value.filter((_, offset) => toHash[first + offset] === 1).values();
    const worker = async (): Promise<void> => {
      for (const item of wanted) {
        const at = folders.resolve(item);
        if (at === null || signal?.aborted) return;
        const hash = await hashFile(at.path, signal, (bytes) => {
          bytesDone += bytes;
          told();
        });
        if (signal?.aborted) return;
        itemsDone += 1;
        if (hash.kind === 'unreadable') differs('unreadable', at.shown, `It cannot be read (${hash.code}).`);
        else if (hash.sha1 === item.sha1) counts.same += 1;
        else differs('changed', at.shown, 'The size is the same, the content is not: its SHA-1 differs.');
        told();
      }
    };
    await Promise.all(Array.from({ length: hashesAtOnce }, worker));
    if (signal?.aborted) return stopped(folder);
  }
  return success(undefined);
}

type SizeVerdict =
  | { readonly kind: 'hash' }
  | { readonly kind: 'same-size' }
  | { readonly kind: 'missing' | 'changed' | 'unreadable'; readonly why: string };

export function compareSize(item: Pick<ReceiptItem, 'sizeBytes' | 'sha1'>, disk: FileOnDisk): SizeVerdict {
  switch (disk.kind) {
    case 'missing':
      return { kind: 'missing', why: 'It is not there.' };
    case 'unreadable':
      return { kind: 'unreadable', why: `It cannot be read (${disk.code}).` };
    case 'not-a-file':
      return { kind: 'changed', why: 'What has this name is not a file.' };
    case 'file':
      if (disk.sizeBytes !== item.sizeBytes) {
        return {
          kind: 'changed',
          why: `It has ${disk.sizeBytes} bytes, the receipt says ${item.sizeBytes}.`,
        };
      }
      return { kind: item.sha1 === null ? 'same-size' : 'hash' };
  }
}

type Other =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'unreadable'; readonly path: string; readonly code: string };

/** Every file below the folder that is not known, by its name's bytes: names need not be valid Unicode. */
async function* otherFiles(
  folder: string,
  known: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Other> {
  const top = Buffer.from(join(folder, '/'));
  const waiting: Buffer[] = [Buffer.alloc(0)];
  for (let below = waiting.pop(); below !== undefined && !signal?.aborted; below = waiting.pop()) {
    const entries = await readdir(Buffer.concat([top, below]), {
      encoding: 'buffer',
      withFileTypes: true,
    }).catch((error: unknown) => codeOf(error));
    if (typeof entries === 'string') {
      yield { kind: 'unreadable', path: below.toString() || '.', code: entries };
      continue;
    }
    for (const entry of entries) {
      const name = below.length === 0 ? entry.name : Buffer.concat([below, Buffer.from('/'), entry.name]);
      if (entry.isDirectory()) {
        waiting.push(name);
      } else if (!known.has(nameKey(name))) {
        // A linked folder is not followed: what was uploaded through it is compared by its own name.
        const isFile = entry.isFile() || (await inspectFile(Buffer.concat([top, name]))).kind === 'file';
        if (isFile) yield { kind: 'file', path: name.toString() };
      }
    }
  }
}

/** 128 bits of SHA-256 for a name: a million of them stay small. macOS may give names back in another Unicode form. */
function nameKey(below: Buffer): string {
  const name = process.platform === 'darwin' ? Buffer.from(below.toString().normalize('NFC')) : below;
  return createHash('sha256').update(name).digest().toString('latin1', 0, 16);
}

function stopped(folder: string): { readonly ok: false; readonly failure: Failure } {
  return failure('stopped', `Checking ${folder} was stopped before its end.`, { path: folder });
}
