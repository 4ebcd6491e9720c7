import { setImmediate } from 'node:timers/promises';
import type { NewFinding } from '../../../../preload/contract/finding.ts';
import type { HashAlgorithm } from '../../store/file-hash-repository.ts';
import type { Item, ItemId } from '../../store/item-repository.ts';
import { joinPath } from '../../types/source-path.ts';
import type { HashCheck } from './check-context.ts';
import { clearFindings } from './clear-findings.ts';
import { hashItems } from './hash-inventory.ts';
import { HashListReader, mayBeHashList } from './hash-list.ts';
import { listedPath, prefixToStrip } from './list-paths.ts';

const entriesPerTurn = 200;
const samplePaths = 100;
/** Larger files of such names are no lists. */
const maxListBytes = 4_000_000_000;

export interface ListsResult {
  readonly lists: number;
  readonly compared: number;
  readonly mismatches: number;
  readonly missing: number;
  readonly extra: number;
  readonly unread: number;
}

interface Entry {
  readonly algorithm: HashAlgorithm;
  readonly hash: string;
  readonly path: readonly string[];
  readonly line: number;
}

const codes = ['hash-list', 'hash-mismatch', 'hash-missing', 'hash-extra'] as const;
const names: Readonly<Record<HashAlgorithm, string>> = { md5: 'MD5', sha1: 'SHA-1', sha256: 'SHA-256' };

/**
 * Compares the files with the lists of hashes that came with them. Reads the files that a list names. A list is about its
 * own folder and what is below it.
 */
export async function compareHashLists(check: HashCheck): Promise<ListsResult> {
  const { repositories, uploadId, signal } = check;
  await clearFindings(check, ...codes);
  const sum = { lists: 0, compared: 0, mismatches: 0, missing: 0, extra: 0, unread: 0 };
  for (const list of candidates(check)) {
    if (signal.aborted) break;
    const result = await compareList(check, list).catch(() => null);
    if (result === null) continue;
    sum.lists += 1;
    for (const key of ['compared', 'mismatches', 'missing', 'extra', 'unread'] as const)
      sum[key] += result[key];
  }
  if (sum.lists > 0)
    check.writes.transaction(() =>
      repositories.events.append(uploadId, new Date().toISOString(), 'hash-lists-compared', sum),
    );
  return sum;
}

function candidates({ repositories, uploadId }: HashCheck): readonly Item[] {
  const found: Item[] = [];
  for (let after = 0; ; ) {
    const page = repositories.fileHashes.files(uploadId, after, 2_000);
    found.push(...page.filter(({ name, sizeBytes }) => mayBeHashList(name) && sizeBytes <= maxListBytes));
    if (page.length < 2_000) return found;
    after = page.at(-1)?.id ?? 0;
  }
}

/** Null if the file is no list of files. */
async function compareList(check: HashCheck, list: Item): Promise<Omit<ListsResult, 'lists'> | null> {
  const { repositories, writes, uploadId, signal } = check;
  const folder = repositories.folders.ofItem(list.id);
  if (folder === null) return null;
  const find = (path: readonly string[]): Item | null =>
    repositories.fileHashes.at(
      folder.rootId,
      joinPath(list.folder, path.slice(0, -1).join('/')),
      path.at(-1) ?? '',
    );
  const sample: (readonly string[])[] = [];
  for await (const { path } of entriesOf(check, list)) if (sample.push(path) === samplePaths) break;
  if (sample.length === 0) return null;
  const strip = prefixToStrip(sample, (path) => find(path) !== null);
  const result = { compared: 0, mismatches: 0, missing: 0, extra: 0, unread: 0 };
  const listed = new Set<ItemId>([list.id]);
  const listName = joinPath(list.folder, list.name);
  const used = new Set<HashAlgorithm>();
  let entries = 0;
  let batch: (Entry & { readonly item: Item | null })[] = [];
  const compare = async (): Promise<void> => {
    const toHash = new Map<ItemId, Item>();
    for (const { item } of batch)
      if (item !== null && repositories.fileHashes.of(item.id) === null) toHash.set(item.id, item);
    result.unread += await hashItems(check, [...toHash.values()]);
    const findings: NewFinding[] = [];
    for (const { item, algorithm, hash, path, line } of batch) {
      const about = { itemId: item?.id ?? list.id, path: null };
      if (item === null) {
        result.missing += 1;
        findings.push({ ...about, code: 'hash-missing', details: { name: path.join('/'), line } });
        continue;
      }
      const digests = repositories.fileHashes.of(item.id);
      if (digests === null) continue;
      result.compared += 1;
      if (digests[algorithm] === hash) continue;
      result.mismatches += 1;
      const details = {
        list: listName,
        line,
        algorithm: names[algorithm],
        expected: hash,
        actual: digests[algorithm],
      };
      findings.push({ ...about, code: 'hash-mismatch', details });
    }
    batch = [];
    if (findings.length > 0) writes.transaction(() => repositories.findings.add(uploadId, findings));
    await setImmediate();
  };
  for await (const entry of entriesOf(check, list)) {
    if (signal.aborted) return result;
    const item = entry.path.length > strip ? find(entry.path.slice(strip)) : null;
    if (item !== null) listed.add(item.id);
    used.add(entry.algorithm);
    entries += 1;
    if (batch.push({ ...entry, item }) === entriesPerTurn) await compare();
  }
  await compare();
  const extra: NewFinding[] = [];
  // A list that finds nothing is about other files.
  if (listed.size > 1)
    for (const id of repositories.fileHashes.below(folder))
      if (!listed.has(id))
        extra.push({ code: 'hash-extra', itemId: id, path: null, details: { list: listName } });
  result.extra = extra.length;
  const algorithm = [...used].map((each) => names[each]).join(', ');
  writes.transaction(() =>
    repositories.findings.add(uploadId, [
      { code: 'hash-list', itemId: list.id, path: null, details: { algorithm, entries } },
      ...extra,
    ]),
  );
  return result;
}

async function* entriesOf({ linesOf }: HashCheck, list: Item): AsyncGenerator<Entry> {
  const reader = new HashListReader();
  for await (const line of linesOf(list))
    for (const { algorithm, hash, path } of reader.read(line)) {
      const parts = path === null ? null : listedPath(path);
      if (parts !== null) yield { algorithm, hash, path: parts, line: reader.line };
    }
}
