/** Cuts packs as the line allows, part by part, just before they are sent. */
import { type CutSize, countNext, type NextCut, nextCut } from '../../packs/pack-cut.ts';
import { memberBytes } from '../../packs/pack-layout.ts';
import { packPartBytes } from '../../packs/pack-limits.ts';
import type { Pack, UncutMember } from '../../store/uploads/pack-repository.ts';
import type { SourceFile } from '../../store/uploads/source-file-repository.ts';
import { nextPartBytes } from '../rates/part-size.ts';
import { lineFacts } from '../source-files/line-facts.ts';
import type { TransferContext } from '../source-files/transfer-context.ts';

/** How the next members of a pack go. Null if every member is in a part. */
export function nextCutOf(transfer: TransferContext, pack: Pick<Pack, 'id' | 'items'>): NextCut | null {
  const { packs, platform } = transfer;
  if (!packs.hasUncut(pack.id)) return null;
  const lineBytes = nextPartBytes(lineFacts(transfer));
  return nextCut({ files: pack.items, lineBytes }, platform.profile.limits, () => packs.uncut(pack.id));
}

/** How a part that is not on the platform would be cut now, without regard to what is behind it. */
export function cutSizeNow(transfer: TransferContext, { items }: Pick<Pack, 'items'>): CutSize {
  const lineBytes = nextPartBytes(lineFacts(transfer));
  const more = () => ({ files: items, bytes: Number.POSITIVE_INFINITY });
  return nextCut({ files: items, lineBytes }, transfer.platform.profile.limits, more).size;
}

/** What packs are divided into on this line; infinite where they are sent as they are. */
export function pieceBytes(transfer: TransferContext): number {
  const lineBytes = nextPartBytes(lineFacts(transfer));
  return lineBytes < packPartBytes(transfer.platform.profile.limits).atLeast
    ? lineBytes
    : Number.POSITIVE_INFINITY;
}

/** The members that are sent next, of those that no part has yet. */
function nextMembers({ packs }: TransferContext, pack: Pick<Pack, 'id'>, { size }: NextCut): UncutMember[] {
  const taken: UncutMember[] = [];
  const sizes = function* (): Generator<number, undefined> {
    for (const member of packs.uncutMembers(pack.id)) {
      taken.push(member);
      yield memberBytes(member);
    }
  };
  const { count } = countNext(sizes(), size);
  return taken.slice(0, count);
}

/** Puts the next members into part `number`. */
export async function cutPart(
  transfer: TransferContext,
  pack: Pack,
  { id }: Pick<SourceFile, 'id'>,
  number: number,
  cut: NextCut,
): Promise<void> {
  const last = nextMembers(transfer, pack, cut).at(-1);
  if (last === undefined) throw new Error(`Pack ${pack.id} has no member for part ${number}`);
  const { writes, packs, sourceFiles } = transfer;
  await writes.enqueue(() => {
    packs.cut(pack.id, number, last.id);
    sourceFiles.setPartCount(id, number);
  });
}

/**
 * Parts that were never acknowledged are cut as the line is now. The others keep their members: the platform has them, and
 * a part that it has must never be missing from the completion. Returns how many parts there are.
 */
export async function uncutUnsent(
  { writes, packs, sourceFiles }: TransferContext,
  pack: Pick<Pack, 'id'>,
  sourceFile: Pick<SourceFile, 'id' | 'partCount' | 'completionRequestedAt'>,
): Promise<number> {
  if (sourceFile.completionRequestedAt !== null) return sourceFile.partCount;
  return await writes.enqueue(() => {
    const sent = sentParts(packs, sourceFiles, pack, sourceFile);
    if (!packs.uncutAfter(pack.id, sent)) return sourceFile.partCount;
    sourceFiles.setPartCount(sourceFile.id, sent);
    return sent;
  });
}

/** The last part that was ever acknowledged; 0 without one. */
export function sentParts(
  packs: Pick<TransferContext['packs'], 'lastHashedPart'>,
  sourceFiles: Pick<TransferContext['sourceFiles'], 'parts'>,
  { id }: Pick<Pack, 'id'>,
  sourceFile: Pick<SourceFile, 'id'>,
): number {
  return Math.max(packs.lastHashedPart(id), sourceFiles.parts(sourceFile.id).at(-1)?.number ?? 0);
}

export interface DividedPack {
  /** To be sent now; null if there is none. */
  readonly piece: Pack | null;
  /** What is left of the pack; null if nothing is. */
  readonly left: Pack | null;
  /** Files that left the pack and go alone. */
  readonly alone: number;
}

/** Files of a pack that are sent alone are taken out of it, this many at a time. */
const maxAlone = 100;

/**
 * On a line that carries less than the smallest part, the next members of a pack become a pack of their own, which is one
 * part. Files that are too large for that go alone. What the platform has of the pack is kept: the rest of its members
 * follow in it, or in further pieces. Returns null if the pack is sent as it is.
 */
export async function dividePack(transfer: TransferContext, pack: Pack): Promise<DividedPack | null> {
  const { packs, sourceFiles, writes, events, upload, now } = transfer;
  const sourceFile = sourceFiles.ofPack(pack.id);
  // The platform may have the pack as it is.
  if ((sourceFile?.completionRequestedAt ?? null) !== null) return null;
  const parts = sourceFile === null ? 0 : await uncutUnsent(transfer, pack, sourceFile);
  const cut = nextCutOf(transfer, pack);
  if (cut?.kind !== 'piece') return null;
  return await writes.enqueue(() => {
    const rest = packs.uncut(pack.id).files;
    const { alone, piece } = nextPiece(transfer, pack, cut, { rest, parts });
    for (const member of alone) packs.remove(pack.id, member);
    const last = piece.at(-1);
    const divided = last === undefined ? null : packs.get(packs.split(pack.id, last.id));
    const isLeft = parts > 0 || rest > alone.length + piece.length;
    if (!isLeft) {
      packs.close(pack.id);
      sourceFiles.abandonPack(pack.id);
    }
    events.append(upload.id, now().toISOString(), 'pack-divided', {
      pack: pack.number,
      ...(divided === null ? {} : { into: divided.number, files: divided.items }),
      ...(alone.length === 0 ? {} : { alone: alone.length }),
      ...(isLeft || sourceFile === null
        ? {}
        : { sourceFileId: sourceFile.platformId, note: 'it stays empty' }),
    });
    return { piece: divided, left: isLeft ? packs.get(pack.id) : null, alone: alone.length };
  });
}

/** The next members that become a pack of their own, and those before them that go alone. */
function nextPiece(
  { packs }: TransferContext,
  pack: Pack,
  { size }: NextCut,
  { rest, parts }: { readonly rest: number; readonly parts: number },
): { readonly alone: readonly UncutMember[]; readonly piece: readonly UncutMember[] } {
  const alone: UncutMember[] = [];
  const next: UncutMember[] = [];
  const sizes = function* (): Generator<number, undefined> {
    for (const member of packs.uncutMembers(pack.id)) {
      const bytes = memberBytes(member);
      const isLarge = next.length === 0 && bytes > size.atMost;
      if (isLarge && alone.length < Math.min(maxAlone, rest - 1)) alone.push(member);
      else {
        next.push(member);
        yield bytes;
      }
    }
  };
  const piece = next.slice(0, countNext(sizes(), size).count);
  const left = rest - alone.length - piece.length;
  // The last part of a pack that has parts is still to come, and needs a member.
  if (parts > 0 && left === 0) return { alone, piece: [] };
  // A pack of one would save nothing.
  if (piece.length === 1) return { alone: [...alone, ...piece], piece: [] };
  const behind = parts === 0 && left === 1 ? [...packs.uncutMembers(pack.id)].slice(-1) : [];
  return { alone: [...alone, ...behind], piece };
}
