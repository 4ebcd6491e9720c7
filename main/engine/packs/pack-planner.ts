/** Which files share a pack. Pure: files in, packs out. */

import { foldText } from '../../../preload/contract/texts/fold-text.ts';
import type { PackCandidate } from '../store/uploads/pack-candidate-queries.ts';
import type { NewPack } from '../store/uploads/pack-repository.ts';
import type { ItemId } from '../types/ids.ts';
import { spellingsOf } from '../types/path-spellings.ts';
import { joinPath } from '../types/source-path.ts';
import { packCustodian } from './pack-custodian.ts';
import type { PackLimits } from './pack-limits.ts';

/** Packs that are being filled. More would hold too much in memory. */
const maxOpen = 16;
const maxOpenAlike = 4;

/**
 * Fills packs with files in the order of the inventory. Holds a few packs at a time.
 *
 * The files of a pack have one root. All have a custodian or none has, and where a folder's files have a custodian, those
 * in every folder below it that is in the pack have the same: so it doesn't matter how the platform reads
 * `childCustodians`, which the specification doesn't say. Nor does it say whether a message counts as a folder above its
 * attachments, so messages share a pack only with messages of the same custodian: it is the pack's, and so everything's in it.
 * Names that differ only by case or Unicode form are in different
 * packs: expanded on some file systems, one would replace the other.
 */
export class PackPlanner {
  readonly #limits: PackLimits;
  /** The pack that a file was added to last is the last one. */
  #open: OpenPack[] = [];
  #folder: FolderPlace | null = null;

  constructor(limits: PackLimits) {
    this.#limits = limits;
  }

  /** Returns the packs that are full now. */
  add(file: PackCandidate): readonly NewPack[] {
    const { custodian } = file;
    const place = new Place(file, custodian, this.#folder);
    this.#folder = place.inFolder;
    const alike = this.#open.filter((pack) => pack.isAlike(file, custodian));
    const full: OpenPack[] = [];
    for (const pack of alike.toReversed()) {
      if (pack.isFullFor(file, place, this.#limits)) full.push(pack);
      else if (pack.accepts(place)) {
        pack.add(file, place);
        this.#moveToEnd(pack);
        return this.#close(full);
      }
    }
    const pack = new OpenPack(file, custodian);
    pack.add(file, place);
    this.#open.push(pack);
    const rest = this.#open.filter((open) => !full.includes(open));
    const tooMany = alike
      .filter((open) => !full.includes(open))
      .slice(0, Math.max(0, alike.length - full.length + 1 - maxOpenAlike));
    return this.#close([...full, ...tooMany, ...rest.slice(0, Math.max(0, rest.length - maxOpen))]);
  }

  /** The packs that are left. */
  end(): readonly NewPack[] {
    return this.#close(this.#open);
  }

  #moveToEnd(pack: OpenPack): void {
    if (this.#open.at(-1) === pack) return;
    this.#open = [...this.#open.filter((open) => open !== pack), pack];
  }

  #close(packs: readonly OpenPack[]): readonly NewPack[] {
    const closed = new Set(packs);
    if (closed.size === 0) return [];
    this.#open = this.#open.filter((pack) => !closed.has(pack));
    // A pack of one would save nothing.
    return [...closed].filter(({ count }) => count > 1).map((pack) => pack.planned());
  }
}

/** A folder with its folded name, and those above it, from the top: `` (the root), `a`, `a/b`. */
interface FolderPlace {
  readonly spelled: string;
  readonly folder: string;
  readonly folders: readonly string[];
}

/** Where a file is in a pack, with folded names. */
class Place {
  readonly path: string;
  readonly inFolder: FolderPlace;
  readonly custodian: string | null;

  /** `last`: of the file before, which is often in the same folder. */
  constructor({ folder, name }: PackCandidate, custodian: string | null, last: FolderPlace | null) {
    this.inFolder = last?.spelled === folder ? last : folderPlace(folder);
    this.path = joinPath(this.inFolder.folder, foldPath(name));
    this.custodian = custodian;
  }

  get folder(): string {
    return this.inFolder.folder;
  }

  get folders(): readonly string[] {
    return this.inFolder.folders;
  }

  /** What the folder adds to the list of custodians: both spellings, quotes, slash, colon and comma. */
  get listedBytes(): number {
    if (this.custodian === null) return 0;
    const more = Buffer.byteLength(this.custodian) + 7;
    return spellingsOf(this.inFolder.spelled).reduce((sum, path) => sum + Buffer.byteLength(path) + more, 0);
  }
}

function folderPlace(spelled: string): FolderPlace {
  const folder = foldPath(spelled);
  return { spelled, folder, folders: foldersOf(folder) };
}

/** Windows drops dots and blanks at the end of a name. */
function foldPath(path: string): string {
  return foldText(path).replaceAll(/[. ]+(?=\/|$)/g, '');
}

function foldersOf(folder: string): readonly string[] {
  const folders = [''];
  if (folder === '') return folders;
  for (let slash = folder.indexOf('/'); slash !== -1; slash = folder.indexOf('/', slash + 1))
    folders.push(folder.slice(0, slash));
  folders.push(folder);
  return folders;
}

class OpenPack {
  readonly #root: string;
  readonly #rootId: number;
  /** The first member's custodian. All messages have the same one; all documents have one if it does. */
  readonly #custodian: string | null;
  readonly #isMessages: boolean;
  readonly #members: ItemId[] = [];
  readonly #paths = new Set<string>();
  /** The custodian of the members in each folder. */
  readonly #custodians = new Map<string, string | null>();
  /** The custodian of all members below each folder; `mixed` where they differ. */
  readonly #below = new Map<string, { readonly custodian: string | null } | 'mixed'>();
  #bytes = 0;
  #folderBytes = 0;

  constructor({ root, rootId, isMessage }: PackCandidate, custodian: string | null) {
    this.#root = root;
    this.#rootId = rootId;
    this.#isMessages = isMessage;
    this.#custodian = custodian;
  }

  get count(): number {
    return this.#members.length;
  }

  isAlike({ root, isMessage }: PackCandidate, custodian: string | null): boolean {
    if (this.#root !== root || this.#isMessages !== isMessage) return false;
    return isMessage ? this.#custodian === custodian : (this.#custodian === null) === (custodian === null);
  }

  isFullFor({ sizeBytes }: PackCandidate, place: Place, limits: PackLimits): boolean {
    const more = this.#custodians.has(place.folder) ? 0 : place.listedBytes;
    return (
      this.#members.length >= limits.maxMembers ||
      this.#bytes + sizeBytes > limits.maxBytes ||
      this.#folderBytes + more > limits.maxFolderBytes
    );
  }

  accepts({ path, folders, folder, custodian }: Place): boolean {
    // The name of a file, of a folder, or of one and the other.
    if (this.#paths.has(path) || this.#below.has(path)) return false;
    if (folders.some((above) => this.#paths.has(above))) return false;
    for (const above of folders)
      if (this.#custodians.has(above) && this.#custodians.get(above) !== custodian) return false;
    const below = this.#below.get(folder);
    return below === undefined || (below !== 'mixed' && below.custodian === custodian);
  }

  add(file: PackCandidate, place: Place): void {
    const { path, folders, folder, custodian } = place;
    this.#members.push(file.id);
    this.#paths.add(path);
    this.#bytes += file.sizeBytes;
    if (!this.#custodians.has(folder)) {
      this.#folderBytes += place.listedBytes;
      this.#custodians.set(folder, custodian);
      for (const above of folders) {
        const below = this.#below.get(above);
        if (below === undefined) this.#below.set(above, { custodian });
        else if (below !== 'mixed' && below.custodian !== custodian) this.#below.set(above, 'mixed');
      }
    }
  }

  planned(): NewPack {
    return {
      rootId: this.#rootId,
      custodian: packCustodian(this.#custodians.values()),
      bytes: this.#bytes,
      members: this.#members,
    };
  }
}
