import type { BigIntStats } from 'node:fs';
import { errnoOf } from '../../../../preload/contract/failures/errno.ts';
import type { UnavailableReason } from '../../../../preload/contract/views/unavailable-source.ts';
import type { WatchReason } from '../../../../preload/contract/watch/watched-folder.ts';
import { readFolder } from '../../intake/scan-folder.ts';
import { accessError, namesPerBundle } from '../../intake/scan-walk.ts';
import { isHeldName } from '../../sources/move-file.ts';
import { compareRoots } from '../../sources/root-availability.ts';
import type { WatchedRoot } from '../../store/watch/watched-root.ts';
import {
  absolutePath,
  type DecodedName,
  decodeRaw,
  fileIdentity,
  hasKeyIn,
  joinPath,
  pathKey,
  rawOf,
} from '../../types/source-path.ts';
import { excludedPaths, filterReason } from './filter-reason.ts';
import { BitSet, type KnownFiles, type KnownFolder, type KnownRow, type SampleRow } from './known-files.ts';
import { NotTaken } from './not-taken.ts';
import { observe } from './observe.ts';
import { deviceIfUnchanged, readRoot } from './root-identity.ts';
import type { FoundFile, ScanCounts, ScanFilters, WatchScanBatch } from './scan-messages.ts';
import { deviceOf, isAmong, isFile, isFolder, lstatOrNull } from './stat-path.ts';
import { isTemporaryFolder, isTemporaryName } from './temporary-name.ts';

export interface ScanTreeOptions {
  readonly rootPath: string;
  readonly filters: ScanFilters;
  /** The files that the ledger knows; null if it knows nothing of the rule. */
  readonly known: KnownFiles | null;
  /** Lading's own files and folders (`ownIdentities`), which may be linked or mounted there. */
  readonly own: ReadonlySet<string>;
  /** Before each call to the file system. Throws to end the scan. */
  readonly onCall: () => void;
  /** Blocks while the consumer is behind. `root`: null if only its files told that the folder is the one that it was. */
  readonly post: (batch: WatchScanBatch, root: WatchedRoot | null) => void;
  /** A folder that was read, raw and as a path. */
  readonly onFolder: (raw: string, path: string | Buffer) => void;
  /** What the watched folder was when it was last read. Null if that isn't known. */
  readonly root: WatchedRoot | null;
  /** Whether changes in this known folder are reported for itself. */
  readonly isFollowed: (raw: string) => boolean;
}

const changesPerBatch = 500;
/** A temporary name that stays for so long is shown in the ledger. */
const staleTemporaryMs = 3_600_000;
/** Files of the ledger that show whether a volume is the one it was: so many at their paths, and as many that were moved. */
const sampleSize = 20;

interface Bundle {
  readonly parent: string;
  /** '/'-separated. An empty name is the parent itself. */
  readonly names: string;
}

interface Folder {
  readonly raw: string;
  readonly path: DecodedName;
  readonly known: KnownFolder | null;
  readonly knownFile: (name: DecodedName) => KnownRow | null;
  /** Why none of its files is taken. */
  readonly reason: WatchReason | null;
  /** Whether it, or one that it is in, holds only what isn't finished. */
  readonly isTemporary: boolean;
  seen: number;
}

/**
 * Reads a watched folder and posts what differs from the ledger. A file is only gone if its folder was read to the end, or
 * is gone itself, on a volume that is there.
 */
export class ScanTree {
  readonly #options: ScanTreeOptions;
  readonly #skipReason: (folder: string, name: string) => WatchReason | null;
  readonly #isExcluded: (folder: string, name: string | null) => boolean;
  readonly #rootKey: Buffer;
  /** The folder that isn't watched. */
  readonly #ignoredRaw: string | null;
  readonly #stack: Bundle[] = [];
  readonly #seenFiles = new BitSet();
  readonly #seenFolders = new BitSet();
  /** Raw paths of folders of which nothing is known. */
  readonly #unknown: string[] = [];
  readonly #lastId: number;
  /** By the number that a volume has in the ledger: the one that it has now, where a file of it was found as it was. */
  readonly #renumbered = new Map<bigint, bigint>();
  #found: FoundFile[] = [];
  #gone: number[] = [];
  #isRecursive = true;
  #root: WatchedRoot | null;
  readonly #counts = { files: 0, folders: 0, unchanged: 0, notFiles: 0, hasIgnoredFolder: false };
  readonly #notTaken = new NotTaken();

  constructor(options: ScanTreeOptions) {
    this.#options = options;
    this.#root = options.root;
    this.#skipReason = filterReason(options.filters);
    this.#isExcluded = excludedPaths(options.filters);
    this.#rootKey = pathKey(options.rootPath, null);
    const { ignoredFolder } = options.filters;
    this.#ignoredRaw = ignoredFolder === null ? null : rawOf(ignoredFolder, null);
    this.#lastId = options.known?.lastId() ?? 0;
  }

  /** The identity of the watched folder, once it was found to be there. */
  get root(): WatchedRoot | null {
    return this.#root;
  }

  get counts(): ScanCounts {
    return { ...this.#counts, ...this.#notTaken.counts };
  }

  /** Reads everything, or only these folders and what is new below them. Returns why the folder is away, or null. */
  run(folders: readonly string[] | null): UnavailableReason | null {
    const away = this.#examineRoot(null);
    if (away !== null) return away;
    const began = this.#root;
    this.#isRecursive = folders === null;
    for (const raw of folders ?? ['']) {
      if (raw.split('/')[0] === this.#ignoredRaw || !this.#isBelowRoot(raw)) continue;
      this.#read('', raw);
      for (let bundle = this.#stack.pop(); bundle !== undefined; bundle = this.#stack.pop())
        for (const name of bundle.names.split('/')) this.#read(bundle.parent, name);
    }
    // The root may have gone away meanwhile.
    const awayNow = this.#examineRoot(began);
    if (awayNow === null && folders === null) this.#findGoneFolders();
    this.#post();
    return awayNow;
  }

  /** Whether no name of the path is a link: a folder that changed may have been replaced by one. The root may be a link. */
  #isBelowRoot(raw: string): boolean {
    const { rootPath, onCall } = this.#options;
    const names = raw === '' ? [] : raw.split('/');
    return names.every((_, index) => {
      const { text, bytes } = decodeRaw(names.slice(0, index + 1).join('/'));
      onCall();
      return isFolder(absolutePath(rootPath, text, bytes, '', null));
    });
  }

  /** Whether the root is there, and the volume that it was, also at the beginning of the scan. */
  #examineRoot(began: WatchedRoot | null): UnavailableReason | null {
    const { rootPath, known, onCall } = this.#options;
    onCall();
    const found = readRoot(rootPath);
    if ('kind' in found) return found;
    if (began !== null && compareRoots(began, found).isSame === false) return { kind: 'replaced' };
    if (known?.isEmpty() === false && !this.#isKnownRoot(found, known)) return { kind: 'replaced' };
    this.#root = found;
    return null;
  }

  /**
   * What tells nothing for certain is another folder, unless every file of the sample is as it was, the moved ones as well. A
   * person says otherwise: then neither the folder nor its files are known.
   */
  #isKnownRoot(root: WatchedRoot, known: KnownFiles): boolean {
    const before = this.#root;
    const isSame = before === null ? null : compareRoots(before, root).isSame;
    if (isSame === true && before !== null) this.#renumbered.set(before.device, root.device);
    if (isSame !== null) return isSame;
    const present = known.sample(sampleSize);
    const isUnknown = present.length === 0 || present.some(({ device }) => device === root.device);
    if (before === null && isUnknown) return true;
    const sample = [...present, ...known.movedSample(sampleSize)];
    return present.length > 0 && sample.every((row) => this.#isAsItWas(row));
  }

  #isAsItWas(row: SampleRow): boolean {
    const { rootPath, onCall } = this.#options;
    onCall();
    const device = deviceIfUnchanged(rootPath, row);
    if (device !== null) this.#renumbered.set(row.device, device);
    return device !== null;
  }

  #read(parent: string, name: string): void {
    const { rootPath, known, own, onCall, onFolder } = this.#options;
    const raw = joinPath(parent, name);
    const path = decodeRaw(raw);
    const absolute = absolutePath(rootPath, path.text, path.bytes, '', null);
    const knownFolder = known?.folder(this.#keyOf(raw)) ?? null;
    const folder: Folder = {
      raw,
      path,
      known: knownFolder,
      knownFile: (knownFolder === null ? null : known?.inFolder(knownFolder)) ?? (() => null),
      reason: this.#missingMarker(path),
      isTemporary: raw.split('/').some(isTemporaryFolder),
      seen: 0,
    };
    let inside: string[] = [];
    const listed = this.#isRecursive ? null : new Set<string>();
    const pushInside = (): void => {
      if (inside.length > 0) this.#stack.push({ parent: raw, names: inside.join('/') });
      inside = [];
    };
    onCall();
    if (isAmong(own, absolute)) {
      this.#counts.notFiles += 1;
      return;
    }
    // Before it is read, so that no change is missed between reading and watching.
    onFolder(raw, absolute);
    this.#counts.folders += 1;
    const problem = readFolder(
      absolute,
      () => undefined,
      (entry, isFolder) => {
        if (!isFolder && !this.#addUnlessFolder(folder, entry)) return;
        listed?.add(entry);
        if (!this.#isWatched(folder, entry)) return;
        inside.push(entry);
        if (inside.length === namesPerBundle) pushInside();
      },
    );
    pushInside();
    // Whether what was in an empty folder is gone depends on its volume, of which the scan may find out more.
    const isLeftToEnd = problem === null && this.#isRecursive && folder.seen === 0;
    if (folder.known !== null && !isLeftToEnd) this.#seenFolders.add(folder.known.id);
    if (problem !== null) {
      // A folder that is gone is found in the folder that contained it.
      if (problem.code === 'vanished-during-scan') return;
      if (!this.#isExcluded(path.text, null))
        this.#notTaken.addUnreadable(path.text, 'errno' in problem ? (problem.errno ?? null) : null);
      this.#unknown.push(raw);
      return;
    }
    if (!isLeftToEnd) this.#findGoneFiles(folder, absolute);
    if (listed !== null) this.#findGoneBelow(folder, listed);
  }

  /** For a rehearsal. What settles is compared with the marker later. */
  #missingMarker({ text, bytes }: DecodedName): WatchReason | null {
    const { rootPath, known, onCall, filters } = this.#options;
    const { marker } = filters;
    if (known !== null || marker === null) return null;
    onCall();
    return isFile(absolutePath(rootPath, text, bytes, marker, null))
      ? null
      : { code: 'marker-missing', marker };
  }

  #keyOf(raw: string): Buffer {
    return Buffer.from(joinPath(this.#rootKey.toString('latin1'), raw), 'latin1');
  }

  /** Whether to read a folder: known ones only if everything is read. */
  #isWatched({ raw }: Folder, entry: string): boolean {
    const path = joinPath(raw, entry);
    if (path === this.#ignoredRaw) {
      this.#counts.hasIgnoredFolder = true;
      return false;
    }
    if (this.#isRecursive) return true;
    const known = this.#options.known?.folder(this.#keyOf(path)) ?? null;
    return known === null || !this.#options.isFollowed(path);
  }

  /** Returns true, adding nothing, if the entry is a folder. */
  #addUnlessFolder(folder: Folder, entry: string): boolean {
    const { rootPath, filters, own, onCall } = this.#options;
    const name = decodeRaw(entry);
    onCall();
    let stats: BigIntStats | null;
    const row = folder.knownFile(name);
    const path = absolutePath(rootPath, folder.path.text, folder.path.bytes, name.text, name.bytes);
    const shown = joinPath(folder.path.text, name.text);
    try {
      stats = lstatOrNull(path);
    } catch (error) {
      if (row?.state !== 'settling' && !this.#isExcluded(folder.path.text, name.text))
        this.#notTaken.addUnreadable(shown, errnoOf(error));
      if (row !== null) this.#see(folder, row);
      return false;
    }
    if (stats === null) return false;
    if (stats.isDirectory()) return true;
    const found = { ...fileIdentity(stats), bornNs: BigInt.asIntN(64, stats.birthtimeNs) };
    if (!stats.isFile() || hasKeyIn(own, found)) {
      this.#counts.notFiles += 1;
      return false;
    }
    if (name.text === filters.marker || isHeldName(name.text, stats.nlink)) return false;
    this.#counts.files += 1;
    if (row !== null) this.#see(folder, row);
    const isTemporary = folder.isTemporary || isTemporaryName(name.text, found.sizeBytes);
    const isUnchanged = observe(row, found) === 'unchanged';
    let reason = isUnchanged ? null : this.#skipReason(folder.path.text, name.text);
    // Whether one that settles can be read is found by its check.
    const isLeft = isUnchanged || row?.state === 'settling' || reason !== null;
    const unreadable = isLeft ? null : accessError(path, stats);
    if (unreadable !== null) this.#notTaken.addUnreadable(shown, errnoOf(unreadable));
    if (isUnchanged) {
      this.#counts.unchanged += 1;
      if (isTemporary && row?.state === 'settling') this.#notTaken.addTemporary(shown, true);
      if (row !== null && row.device !== found.device) this.#renumbered.set(row.device, found.device);
      return false;
    }
    // It is taken once it can be read.
    if (unreadable !== null) return false;
    if (reason === null && isTemporary) {
      // Those that come and go would fill the ledger.
      const isOverdue = row !== null || Date.now() - Number(stats.mtimeMs) >= staleTemporaryMs;
      this.#notTaken.addTemporary(shown, isOverdue);
      if (!isOverdue) return false;
      reason = { code: 'temporary-name' };
    }
    reason ??= folder.reason;
    this.#found.push({ ...found, folder: folder.raw, name: entry, reason, wasMoved: row?.wasMoved === true });
    if (this.#found.length >= changesPerBatch) this.#post();
    return false;
  }

  #see(folder: Folder, { id, isGone }: { id: number; isGone: boolean }): void {
    this.#seenFiles.add(id);
    if (!isGone) folder.seen += 1;
  }

  #findGoneFiles(folder: Folder, path: string | Buffer): void {
    if (folder.known === null || folder.seen >= folder.known.present) return;
    const unseen = this.#unseen(folder.known.id);
    // A mount point without its volume is empty.
    if (folder.seen === 0 && unseen.length > 0) {
      this.#options.onCall();
      const device = deviceOf(path);
      if (!unseen.some((file) => this.#isOn(device, file))) {
        this.#unknown.push(folder.raw);
        return;
      }
    }
    this.#addGone(unseen);
  }

  /** Finds the known folders below one that was read alone that are not in it any longer. */
  #findGoneBelow({ raw }: Folder, listed: ReadonlySet<string>): void {
    const skip = raw === '' ? 0 : raw.length + 1;
    for (const below of this.#options.known?.foldersBelow(this.#keyOf(raw)) ?? []) {
      const first = below.raw.slice(skip).split('/', 1)[0] ?? '';
      if (!listed.has(first)) this.#addGoneFolder(below);
    }
  }

  /** The folders of the ledger that the scan didn't come to. */
  #findGoneFolders(): void {
    const isUnknown = (raw: string) =>
      this.#unknown.some((folder) => folder === '' || raw === folder || raw.startsWith(`${folder}/`));
    for (const folder of this.#options.known?.folders() ?? []) {
      if (!this.#seenFolders.has(folder.id) && !isUnknown(folder.raw)) this.#addGoneFolder(folder);
    }
  }

  /** A folder that is gone may have been on a volume that is away: then what is above it is on another one. */
  #addGoneFolder({ id, raw }: { readonly id: number; readonly raw: string }): void {
    const unseen = this.#unseen(id);
    const device = this.#deviceAbove(raw);
    if (unseen.some((file) => this.#isOn(device, file))) this.#addGone(unseen);
  }

  #isOn(device: bigint | null, file: { readonly device: bigint }): boolean {
    return device !== null && (file.device === device || this.#renumbered.get(file.device) === device);
  }

  #deviceAbove(raw: string): bigint | null {
    for (const names = raw.split('/'); ; names.pop()) {
      const { text, bytes } = decodeRaw(names.join('/'));
      this.#options.onCall();
      const device = deviceOf(absolutePath(this.#options.rootPath, text, bytes, '', null));
      if (device !== null || names.length === 0) return device;
    }
  }

  #unseen(folderId: number): readonly { readonly id: number; readonly device: bigint }[] {
    const present = this.#options.known?.present(folderId, this.#lastId) ?? [];
    return present.filter(({ id }) => !this.#seenFiles.has(id));
  }

  #addGone(files: readonly { readonly id: number }[]): void {
    for (const { id } of files) if (this.#gone.push(id) >= changesPerBatch) this.#post();
  }

  #post(): void {
    if (this.#found.length + this.#gone.length === 0) return;
    const root = this.#renumbered.size === 0 ? this.#root : null;
    this.#options.post({ found: this.#found, gone: this.#gone }, root);
    this.#found = [];
    this.#gone = [];
  }
}
