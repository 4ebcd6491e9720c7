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
import { HashListReader, hasHashRemains } from './hash-list.ts';
import { listedPaths, listedSpellings, prefixToStrip } from './list-paths.ts';

const entriesPerTurn = 200;
const rowsPerTurn = 2_000;
const samplePaths = 100;

/** The files that lists name, each once for all of them. `named`: those that are no extra, the lists themselves too. */
interface Files {
  readonly named: Set<ItemId>;
  readonly compared: Set<ItemId>;
  readonly mismatches: Set<ItemId>;
  readonly uncompared: Set<ItemId>;
}

interface ListResult {
  readonly missing: number;
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
  /** The paths that the line may mean, the likeliest last; raw (source-path.ts). None for a line that is damaged. */
  readonly paths: readonly (readonly string[])[];
  readonly line: number;
}

/**
 * Compares the files with the lists of hashes that came with them, which pre-flight found. A list is about its own folder
 * and what is below it. Returns null after `signal`.
 */
export async function compareHashLists(check: ListCheck): Promise<HashListResult | null> {
  const sum = { lists: 0, missing: 0, extra: 0 };
  const { fileHashes } = check.repositories;
  const lists = fileHashes.itemsWith(check.uploadId, 'hash-list');
  const named = new Set(lists.map(({ id }) => id));
  const files = {
    named,
    compared: new Set<ItemId>(),
    mismatches: new Set<ItemId>(),
    uncompared: new Set<ItemId>(),
  };
  const comparisons = lists.map((list) => new ListComparison(check, list, files));
  const unread: ListComparison[] = [];
  for (const comparison of comparisons) if (!(await comparison.isReadable())) unread.push(comparison);
  if (check.signal.aborted) return null;
  const kept = unread.map(({ id, name }) => ({ id, path: name }));
  await clearFindings(check, ['hash-mismatch', 'hash-missing', 'hash-extra'], kept);
  if (kept.length > 0) for (const { id } of fileHashes.itemsWith(check.uploadId, 'hash-extra')) named.add(id);
  let unreadLists = unread.length;
  const complete: ComparedList[] = [];
  for (const comparison of comparisons) {
    if (unread.includes(comparison)) continue;
    const result = await comparison.compare().catch(() => 'unread' as const);
    if (check.signal.aborted) return null;
    if (result === 'unread') unreadLists += 1;
    if (result === 'unread' || result === null) continue;
    sum.lists += 1;
    sum.missing += result.missing;
    if (result.folder !== null) complete.push({ list: comparison.name, folder: result.folder });
  }
  for (const each of complete) sum.extra += await addExtra(check, each, named);
  if (check.signal.aborted) return null;
  const [compared, mismatches, uncompared] = [
    files.compared.size,
    files.mismatches.size,
    files.uncompared.size,
  ];
  return { ...sum, unreadLists, compared, mismatches, uncompared };
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
  readonly #files: Files;
  #missing = 0;
  #found = 0;

  constructor(check: ListCheck, list: Item, files: Files) {
    this.#check = check;
    this.#list = list;
    this.#files = files;
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
    for await (const { paths } of this.#entries(folder)) {
      const path = paths.at(-1);
      if (path !== undefined && sample.push(path) === samplePaths) break;
    }
    if (sample.length === 0) return null;
    const strip = prefixToStrip(sample, (path) => this.#find(folder, path) !== null);
    const algorithms = new Set<HashAlgorithm>();
    let [entries, unreadLines] = [0, 0];
    let batch: (Entry & { readonly item: Item | null })[] = [];
    for await (const entry of this.#entries(folder)) {
      if (signal.aborted) return null;
      if (entry.paths.length === 0) {
        unreadLines += 1;
        continue;
      }
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
    return { missing: this.#missing, folder: this.#found > 0 && entries + unreadLines > 1 ? folder : null };
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
        this.#files.named.add(entry.item.id);
        found.push(...this.#mismatches(entry, entry.item, digests.get(entry.item.id)));
        continue;
      }
      this.#missing += 1;
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
    this.#files[known.length === 0 ? 'uncompared' : 'compared'].add(item.id);
    const differing = known.filter(({ expected, actual }) => expected !== actual);
    if (differing.length > 0) this.#files.mismatches.add(item.id);
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
    this.#missing = 0;
  }

  async *#entries(folder: FolderKey): AsyncGenerator<Entry> {
    const reader = new HashListReader();
    let isOfOneFile = false;
    for await (const { text, isUnicode } of this.#check.linesOf(this.#list)) {
      const found = reader.read(text);
      const [first] = found;
      if (first === undefined && !hasHashRemains(text)) continue;
      const path = first?.path ?? null;
      const own = first !== undefined && path === null ? this.#ownFile(folder, reader.line) : [];
      isOfOneFile ||= own.length > 0;
      const rawPath = (name: string) => (isUnicode ? null : rawWindows1252(name)) ?? rawOf(name, null);
      const paths = path === null ? own : listedPaths(rawPath(path));
      // Another hash of the same file.
      if (paths.length === 0 && isOfOneFile) continue;
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
