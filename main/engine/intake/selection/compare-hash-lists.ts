import { setImmediate } from 'node:timers/promises';
import type { NewFinding } from '../../../../preload/contract/views/finding.ts';
import { hashNames } from '../../../../preload/contract/views/hash-algorithm.ts';
import type { HashListResult } from '../../../../preload/contract/views/hash-list.ts';
import { decodeLine, rawWindows1252 } from '../../sources/read-lines.ts';
import type { KnownDigests } from '../../store/items/file-hash-repository.ts';
import type { FolderKey } from '../../store/items/folder-repository.ts';
import type { Item } from '../../store/items/item-repository.ts';
import type { HashAlgorithm } from '../../types/content-hashes.ts';
import type { ItemId } from '../../types/ids.ts';
import { decodeRaw, joinPath, pathKey, rawOf } from '../../types/source-path.ts';
import type { ListCheck } from './check-context.ts';
import { clearFindings } from './clear-findings.ts';
import { HashListReader } from './hash-list.ts';
import { listedPaths, listedSpellings, prefixToStrip } from './list-paths.ts';

const entriesPerTurn = 200;
const rowsPerTurn = 2_000;
const samplePaths = 100;

interface ListResult extends Omit<HashListResult, 'lists' | 'unreadLists' | 'extra'> {
  /** Whose files the list claims to name; null for a list of one file. */
  readonly folder: FolderKey | null;
}

interface ComparedList {
  readonly list: string;
  readonly folder: FolderKey;
}

/** What one line of a list says about one file. */
interface Entry {
  readonly hashes: readonly (readonly [algorithm: HashAlgorithm, hash: string])[];
  /** The paths that the line may mean, the likeliest last; raw (source-path.ts). */
  readonly paths: readonly (readonly string[])[];
  readonly line: number;
}

/**
 * Compares the files with the lists of hashes that came with them, which pre-flight found. A list is about its own folder
 * and what is below it. Returns null after `signal`.
 */
export async function compareHashLists(check: ListCheck): Promise<HashListResult | null> {
  const files = { compared: 0, mismatches: 0, missing: 0, extra: 0, uncompared: 0 };
  const sum = { lists: 0, unreadLists: 0, ...files };
  const { fileHashes } = check.repositories;
  const lists = fileHashes.itemsWith(check.uploadId, 'hash-list');
  const named = new Set(lists.map(({ id }) => id));
  const comparisons = lists.map((list) => new ListComparison(check, list, named));
  const unread: ListComparison[] = [];
  for (const comparison of comparisons) if (!(await comparison.isReadable())) unread.push(comparison);
  if (check.signal.aborted) return null;
  const kept = unread.map(({ id, name }) => ({ id, path: name }));
  await clearFindings(check, ['hash-mismatch', 'hash-missing', 'hash-extra'], kept);
  if (kept.length > 0) for (const { id } of fileHashes.itemsWith(check.uploadId, 'hash-extra')) named.add(id);
  sum.unreadLists = unread.length;
  const complete: ComparedList[] = [];
  for (const comparison of comparisons) {
    if (unread.includes(comparison)) continue;
    const result = await comparison.compare().catch(() => 'unread' as const);
    if (check.signal.aborted) return null;
    if (result === 'unread') sum.unreadLists += 1;
    if (result === 'unread' || result === null) continue;
    sum.lists += 1;
    for (const key of ['compared', 'mismatches', 'missing', 'uncompared'] as const) sum[key] += result[key];
    if (result.folder !== null) complete.push({ list: comparison.name, folder: result.folder });
  }
  for (const each of complete) sum.extra += await addExtra(check, each, named);
  return check.signal.aborted ? null : sum;
}

/** Once all lists were read: a file that none of them names. Each is flagged once. */
async function addExtra(
  { repositories, writes, uploadId, signal }: ListCheck,
  { list, folder }: ComparedList,
  named: Set<ItemId>,
): Promise<number> {
  let extra = 0;
  let checked = 0;
  let pending: NewFinding[] = [];
  const store = async (): Promise<void> => {
    const findings = pending;
    pending = [];
    checked = 0;
    extra += findings.length;
    if (findings.length > 0) writes.transaction(() => repositories.findings.add(uploadId, findings));
    await setImmediate();
  };
  for (const page of repositories.fileHashes.below(folder, rowsPerTurn)) {
    if (signal.aborted) return extra;
    for (const id of page) {
      if (named.has(id)) continue;
      named.add(id);
      pending.push({ code: 'hash-extra', itemId: id, path: null, details: { list } });
    }
    checked += page.length;
    if (checked >= rowsPerTurn) await store();
  }
  await store();
  return extra;
}

class ListComparison {
  readonly #check: ListCheck;
  readonly #list: Item;
  readonly name: string;
  /** By any list. */
  readonly #named: Set<ItemId>;
  readonly #result = { compared: 0, mismatches: 0, missing: 0, uncompared: 0 };
  #found = 0;

  constructor(check: ListCheck, list: Item, named: Set<ItemId>) {
    this.#check = check;
    this.#list = list;
    this.#named = named;
    this.name = joinPath(list.folder, list.name);
  }

  get id(): ItemId {
    return this.#list.id;
  }

  /** Whether all of it can be read: what it found before stays where it can't. */
  async isReadable(): Promise<boolean> {
    try {
      for await (const _line of this.#check.linesOf(this.#list)) if (this.#check.signal.aborted) return false;
      return true;
    } catch {
      return false;
    }
  }

  /** Returns null if it is no list of files, or after `signal`. Rejects if it can't be read. */
  async compare(): Promise<ListResult | null> {
    const { repositories, writes, uploadId, signal } = this.#check;
    const folder = repositories.folders.ofItem(this.#list.id);
    if (folder === null) return null;
    const sample: (readonly string[])[] = [];
    for await (const { paths } of this.#entries(folder))
      if (sample.push(paths.at(-1) ?? []) === samplePaths) break;
    if (sample.length === 0) return null;
    const strip = prefixToStrip(sample, (path) => this.#find(folder, path) !== null);
    const algorithms = new Set<HashAlgorithm>();
    let entries = 0;
    let batch: (Entry & { readonly item: Item | null })[] = [];
    for await (const entry of this.#entries(folder)) {
      if (signal.aborted) return null;
      const item = this.#firstOf(folder, entry.paths, strip);
      entries += 1;
      for (const [algorithm] of entry.hashes) algorithms.add(algorithm);
      if (batch.push({ ...entry, item }) < entriesPerTurn) continue;
      await this.#compareBatch(batch);
      batch = [];
    }
    await this.#compareBatch(batch);
    // A list that finds nothing is about other files.
    if (this.#found === 0) await this.#forgetMissing();
    const algorithm = [...algorithms].map((each) => hashNames[each]).join(', ');
    writes.transaction(() => {
      repositories.findings.remove(this.#list.id, 'hash-list', 1);
      const details = { algorithm, entries, found: this.#found };
      repositories.findings.add(uploadId, [
        { code: 'hash-list', itemId: this.#list.id, path: null, details },
      ]);
    });
    return { ...this.#result, folder: this.#found > 0 && entries > 1 ? folder : null };
  }

  #firstOf(folder: FolderKey, paths: Entry['paths'], strip: number): Item | null {
    for (const path of paths) {
      const item = path.length > strip ? this.#find(folder, path.slice(strip)) : null;
      if (item !== null) return item;
    }
    return null;
  }

  #find(folder: FolderKey, given: readonly string[]): Item | null {
    const { fileHashes } = this.#check.repositories;
    for (const path of listedSpellings(given)) {
      const { text, bytes } = decodeRaw(joinPath(rawOf('', folder.key), path.slice(0, -1).join('/')));
      const below = { rootId: folder.rootId, key: pathKey(text, bytes) };
      const item = fileHashes.at(below, decodeRaw(path.at(-1) ?? ''));
      if (item !== null) return item;
    }
    return null;
  }

  async #compareBatch(batch: readonly (Entry & { readonly item: Item | null })[]): Promise<void> {
    const { writes, repositories, uploadId, digestsOf } = this.#check;
    const items = new Map(batch.flatMap(({ item }) => (item === null ? [] : [[item.id, item] as const])));
    const digests = await digestsOf([...items.values()]);
    const found: NewFinding[] = [];
    for (const entry of batch) {
      if (entry.item !== null) {
        this.#found += 1;
        this.#named.add(entry.item.id);
        found.push(...this.#mismatches(entry, entry.item, digests.get(entry.item.id)));
        continue;
      }
      this.#result.missing += 1;
      const details = { name: decodeLine(entry.paths.at(-1)?.join('/') ?? '').text, line: entry.line };
      found.push({ code: 'hash-missing', itemId: this.#list.id, path: null, details });
    }
    if (found.length > 0) writes.transaction(() => repositories.findings.add(uploadId, found));
    await setImmediate();
  }

  #mismatches({ hashes, line }: Entry, item: Item, digests: KnownDigests | undefined): readonly NewFinding[] {
    const known = hashes.flatMap(([algorithm, expected]) => {
      const actual = digests?.[algorithm] ?? null;
      return actual === null ? [] : [{ algorithm, expected, actual }];
    });
    if (known.length === 0) this.#result.uncompared += 1;
    else this.#result.compared += 1;
    const differing = known.filter(({ expected, actual }) => expected !== actual);
    if (differing.length > 0) this.#result.mismatches += 1;
    return differing.map(({ algorithm, expected, actual }) => ({
      code: 'hash-mismatch',
      itemId: item.id,
      path: null,
      details: { list: this.name, line, algorithm: hashNames[algorithm], expected, actual },
    }));
  }

  async #forgetMissing(): Promise<void> {
    const { writes, repositories } = this.#check;
    const remove = () => repositories.findings.remove(this.#list.id, 'hash-missing', rowsPerTurn);
    while (writes.transaction(remove) === rowsPerTurn) await setImmediate();
    this.#result.missing = 0;
  }

  async *#entries(folder: FolderKey): AsyncGenerator<Entry> {
    const reader = new HashListReader();
    for await (const { text, isUnicode } of this.#check.linesOf(this.#list)) {
      const found = reader.read(text);
      const [first] = found;
      if (first === undefined) continue;
      const rawPath = (path: string) => (isUnicode ? null : rawWindows1252(path)) ?? rawOf(path, null);
      const paths =
        first.path === null ? this.#ownFile(folder, reader.line) : listedPaths(rawPath(first.path));
      if (paths.length > 0)
        yield { hashes: found.map(({ algorithm, hash }) => [algorithm, hash]), paths, line: reader.line };
    }
  }

  /** `disk.dd.md5` with nothing but a hash is about `disk.dd`. */
  #ownFile(folder: FolderKey, line: number): Entry['paths'] {
    const name = rawOf(this.#list.name, this.#list.nameBytes);
    const path = [name.slice(0, Math.max(0, name.lastIndexOf('.')))];
    return line === 1 && this.#find(folder, path) !== null ? [path] : [];
  }
}
