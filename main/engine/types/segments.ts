/** Evidence that comes in several files: forensic images and split archives. They are sent together and never packed. */

import type { StatedSegment } from '../../../preload/contract/views/content-check.ts';

export interface SegmentFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** By content; null if that is unknown or wasn't looked at. */
  readonly type?: string | null;
  /** Null where its content states nothing, or wasn't read. */
  readonly stated?: StatedSegment | null;
}

export interface SegmentSet<File extends SegmentFile = SegmentFile> {
  /** In order. The first one stands for the set: the `.zip` of `.z01`, the `.rar` of `.r00`, the disk of its extents, else segment 1. */
  readonly files: readonly File[];
  /** Names of segments that should be there, up to `maxMissing`. */
  readonly missing: readonly string[];
  readonly missingCount: number;
  /** Those whose content states another number than their name has. */
  readonly misnamed: readonly { readonly file: File; readonly named: number; readonly stated: number }[];
}

export const maxMissing = 20;

type Kind = 'ewf' | 'numbered' | 'split-archive' | 'zip' | 'rar-part' | 'rar' | 'ad1' | 'vmdk';

interface SegmentName {
  readonly kind: Kind;
  /** The same for all segments, in lower case. */
  readonly key: string;
  /** 0 for the file that the others belong to. */
  readonly number: number;
  /** The name of another segment of this set. */
  readonly nameOf: (number: number) => string;
}

const imageTypes: ReadonlySet<string | null> = new Set(['e01', 'ex01', 'l01', 'lx01']);
/** Not looked at, or damaged beyond recognition. */
const openTypes: ReadonlySet<string | null> = new Set([null, 'unknown']);
/** A point cloud, unless its content or its neighbors say that it is the 57th segment. */
const pointCloud = /\.e57$/i;

/** The number of an EWF extension: 01 to 99, then AA to ZZ, then the next first letter. */
function ewfNumber(base: string, first: string, rest: string): number {
  const letter = (char: string | undefined) => (char ?? 'a').charCodeAt(0) - 97;
  if (/^\d/.test(rest)) return first === base ? Number(rest) : Number.NaN;
  return 100 + (letter(first) - letter(base)) * 676 + letter(rest[0]) * 26 + letter(rest[1]);
}

function ewfExtension(base: string, number: number): string {
  if (number < 100) return base + String(number).padStart(2, '0');
  const at = number - 100;
  const letter = (index: number) => String.fromCharCode(97 + index);
  const first = letter(base.charCodeAt(0) - 97 + Math.floor(at / 676));
  return first + letter(Math.floor(at / 26) % 26) + letter(at % 26);
}

const sameCase = (like: string, text: string): string =>
  like === like.toUpperCase() && like !== like.toLowerCase() ? text.toUpperCase() : text;

/** Which segment a name may be. Whether it is one, its neighbors say. */
function segmentNameOf(name: string): SegmentName | null {
  const dot = name.lastIndexOf('.');
  if (dot < 1) return null;
  const stem = name.slice(0, dot);
  const extension = name.slice(dot + 1);
  const lower = extension.toLowerCase();
  const numbered = (
    kind: Kind,
    start: string,
    digits: string,
    end = '',
    group = kind as string,
  ): SegmentName => ({
    kind,
    key: `${group}/${start.toLowerCase()}/${end.toLowerCase()}`,
    number: Number(digits),
    nameOf: (number) => start + String(number).padStart(digits.length, '0') + end,
  });
  const withLead = (
    kind: 'zip' | 'rar',
    number: number,
    lead: string,
    nameOf: (number: number) => string,
  ) => ({
    kind,
    key: `${kind}/${stem.toLowerCase()}`,
    number,
    nameOf: (other: number) => `${stem}.${sameCase(extension, other === 0 ? lead : nameOf(other))}`,
  });
  const part = /^(.*\.part)(\d{1,5})$/i.exec(stem);
  if (lower === 'rar' && part !== null)
    return numbered('rar-part', part[1] ?? '', part[2] ?? '', `.${extension}`);
  if (/^\d{3,5}$/.test(extension)) {
    const kind = /\.(?:zip|7z|rar|tar|gz|tgz)$/i.test(stem) ? 'split-archive' : 'numbered';
    return numbered(kind, `${stem}.`, extension);
  }
  if (/^ad\d{1,4}$/.test(lower))
    return {
      ...numbered('ad1', `${stem}.${extension.slice(0, 2)}`, extension.slice(2)),
      nameOf: (n) => `${stem}.${extension.slice(0, 2)}${n}`,
    };
  const zip = /^z(\d{2,4})$/.exec(lower)?.[1];
  const zipName = (number: number) => `z${String(number).padStart(2, '0')}`;
  if (zip !== undefined || lower === 'zip') return withLead('zip', Number(zip ?? 0), 'zip', zipName);
  if (lower === 'vmdk') {
    const [, disk = stem, form = '-s', digits] = /^(.*?)(-flat$|-[sf](?=\d{3}$))(\d{3})?$/i.exec(stem) ?? [];
    const extent = (other: number) => (form === '-flat' ? form : form + String(other).padStart(3, '0'));
    return {
      kind: 'vmdk',
      key: `vmdk/${disk.toLowerCase()}`,
      number: disk === stem ? 0 : Number(digits ?? 1),
      nameOf: (other) => `${disk}${other === 0 ? '' : extent(other)}.${extension}`,
    };
  }
  const rar = /^([r-z])(\d\d)$/.exec(lower);
  const rarName = (number: number) =>
    String.fromCharCode(114 + Math.floor((number - 1) / 100)) + String((number - 1) % 100).padStart(2, '0');
  if (lower === 'rar') return withLead('rar', 0, 'rar', rarName);
  // .e00 is a map.
  const ewf = /^([els])(x?)((?!00)\d\d)$/.exec(lower) ?? /^([e-z])(x?)([a-z]{2})$/.exec(lower);
  if (ewf !== null && !(rar !== null && /^[rs]/.test(lower) && lower !== 's01' && ewf[1] !== 's')) {
    const [, first = '', x = '', rest = ''] = ewf;
    const base = /^\d/.test(rest) ? first : first >= 's' ? 's' : first >= 'l' ? 'l' : 'e';
    return {
      kind: 'ewf',
      key: `ewf/${base}${x}/${stem.toLowerCase()}`,
      number: ewfNumber(base, first, rest),
      nameOf: (number) => {
        const plain = sameCase(extension[0] ?? '', ewfExtension(base, number));
        return `${stem}.${plain[0]}${x === '' ? '' : extension[1]}${plain.slice(1)}`;
      },
    };
  }
  return rar === null
    ? null
    : withLead('rar', 1 + (lower.charCodeAt(0) - 114) * 100 + Number(rar[2]), 'rar', rarName);
}

/** An archive is what its other disks belong to, and so is the descriptor of a VMware disk; an image has a first segment. */
const startOf = (kind: Kind): number => (kind === 'zip' || kind === 'rar' || kind === 'vmdk' ? 0 : 1);

/** Pieces of a raw image have one size, but for the last. Smaller files are numbered for other reasons. */
const minPieceBytes = 1_000_000;
/** After .E99 comes .EAA, but .exe and the like are no segments. */
const minNumericEwf = 50;

/** The sets among the files of one folder, in the order of their first files' names. */
export function segmentSetsOf<File extends SegmentFile>(files: Iterable<File>): readonly SegmentSet<File>[] {
  const groups = new Map<string, { readonly name: SegmentName; readonly file: File }[]>();
  for (const file of files) {
    const name = segmentNameOf(file.name);
    if (name === null || !Number.isFinite(name.number)) continue;
    const { type = null } = file;
    if (name.kind === 'ewf' && !imageTypes.has(type) && !openTypes.has(type)) continue;
    const group = groups.get(name.key) ?? [];
    // Names that differ by case only: the first one is the segment.
    if (!group.some((other) => other.name.number === name.number)) group.push({ name, file });
    groups.set(name.key, group);
  }
  return [...groups.values()].flatMap((group) => {
    const set = setOf(group.sort((a, b) => a.name.number - b.name.number));
    return set === null ? [] : [set];
  });
}

function setOf<File extends SegmentFile>(
  group: readonly { readonly name: SegmentName; readonly file: File }[],
): SegmentSet<File> | null {
  const kind = group[0]?.name.kind;
  const certain = group.filter(({ name, file }) => name.number < 100 || file.stated?.number === name.number);
  const members = kind === 'ewf' && certain.length < minNumericEwf ? certain : group;
  const first = members[0];
  const last = members.at(-1);
  if (first === undefined || last === undefined) return null;
  if (kind === 'numbered' && !arePieces(members.map(({ file }) => file.sizeBytes))) return null;
  const misnamed = members.flatMap(({ name, file }) => {
    const stated = kind === 'ewf' ? (file.stated?.number ?? name.number) : name.number;
    return stated === name.number ? [] : [{ file, named: name.number, stated }];
  });
  const { stated } = last.file;
  const isFollowed = kind === 'ewf' && stated?.isFollowed === true && stated.number === last.name.number;
  const end = last.name.number + (isFollowed ? 1 : 0);
  // One file of such a name is an archive or an image of its own, unless it is not the first one, or not the last one.
  const start = startOf(first.name.kind);
  if (members.length === 1 && end === start && misnamed.length === 0) return null;
  const isPointCloud = pointCloud.test(first.file.name) && !imageTypes.has(first.file.type ?? null);
  if (members.length === 1 && isPointCloud) return null;
  const present = new Set(members.map(({ name }) => name.number));
  const missing: string[] = [];
  for (let number = start; number <= end && missing.length < maxMissing; number += 1)
    if (!present.has(number)) missing.push(first.name.nameOf(number));
  const within = members.filter(({ name }) => name.number >= start).length;
  return {
    files: members.map(({ file }) => file),
    missing,
    missingCount: end - start + 1 - within,
    misnamed,
  };
}

function arePieces(sizes: readonly number[]): boolean {
  const [size = 0] = sizes;
  return (
    sizes.length > 1 &&
    size >= minPieceBytes &&
    sizes.slice(0, -1).every((each) => each === size) &&
    (sizes.at(-1) ?? 0) <= size
  );
}

/** Whether a file may belong to a set: only folders with such files have sets. */
export const mayHaveSegments = ({ name, type = null }: SegmentFile): boolean =>
  isLaterSegment(name) || imageTypes.has(type);

/** Whether a name may be a segment after the first one. */
function isLaterSegment(name: string): boolean {
  const found = segmentNameOf(name);
  return found !== null && found.number !== startOf(found.kind);
}

/**
 * The name of the first segment of a set, which may not be there, by that of any of them. Rules see the whole set under it, so
 * that they decide alike for every segment, also where the segments arrive one after the other.
 */
export function firstSegmentName(name: string): string {
  const found = segmentNameOf(name);
  return found === null ? name : found.nameOf(startOf(found.kind));
}

/** Returns null for names that other files have too (d.exe, page.002), of which only their neighbors tell. */
function certainSegmentNameOf(name: string): SegmentName | null {
  const found = segmentNameOf(name);
  const isCertain =
    found?.kind !== 'numbered' && (found?.kind !== 'ewf' || (found.number < 100 && !pointCloud.test(name)));
  return isCertain ? found : null;
}

/** Whether a name alone tells that its file is a segment, or an archive or disk that may have segments. */
export const isCertainSegmentName = (name: string): boolean => certainSegmentNameOf(name) !== null;

/** The name of the first segment, by a name that alone tells that its file is a segment. */
export function certainFirstSegmentName(name: string): string {
  const found = certainSegmentNameOf(name);
  return found === null ? name : found.nameOf(startOf(found.kind));
}

/** The same; where the name alone doesn't tell, by the files beside it that have the same name before the dot. */
export function firstSegmentNameBeside(
  name: string,
  beside: (stem: string) => Iterable<SegmentFile>,
): string {
  const certain = certainFirstSegmentName(name);
  if (certain !== name || !isLaterSegment(name)) return certain;
  const sets = segmentSetsOf(beside(name.slice(0, name.lastIndexOf('.'))));
  const isSegment = sets.some(({ files }) => files.some((file) => file.name === name));
  return isSegment ? firstSegmentName(name) : name;
}

/** The name of the first piece by that of a file that may be a piece of a raw image (`disk.002`). */
export function firstPieceName(name: string): string {
  return segmentNameOf(name)?.kind === 'numbered' ? firstSegmentName(name) : name;
}

/** Whether a name is that of a piece of a file that was cut after a number of bytes: `a.7z.001`, `disk.002`. */
export function isPieceName(name: string): boolean {
  const kind = segmentNameOf(name)?.kind;
  return kind === 'numbered' || kind === 'split-archive';
}
