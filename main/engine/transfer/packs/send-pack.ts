import { failure, type Result, success } from '../../../../preload/contract/failures/failure.ts';
import { isPackCustodian } from '../../packs/pack-custodian.ts';
import { type HashedPart, layOutPart } from '../../packs/part-layout.ts';
import type { MemberProblem } from '../../packs/part-reader.ts';
import type { Pack } from '../../store/uploads/pack-repository.ts';
import type { SourceFile } from '../../store/uploads/source-file-repository.ts';
import { packFilename } from '../../types/pack-filename.ts';
import { memberHashes } from '../../types/part-members.ts';
import { spellingsOf } from '../../types/path-spellings.ts';
import type { Hasher } from '../hashing/hash-pool.ts';
import { createBlockHash } from '../hashing/part-body.ts';
import { algorithmOf, formatDigest } from '../hashing/part-digest.ts';
import { comparePartList } from '../source-files/compare-part-list.ts';
import { createSourceFile, type SourceFileTarget } from '../source-files/create-source-file.ts';
import { endingOf, type ItemOutcome, sendingAltered } from '../source-files/outcome.ts';
import { type Sending, type Sent, sendAndComplete } from '../source-files/send-and-complete.ts';
import { sendPart } from '../source-files/send-part.ts';
import { acquirePartSlot } from '../source-files/sending-hours.ts';
import type { TransferContext } from '../source-files/transfer-context.ts';
import { uncutUnsent } from './cut-pack.ts';
import { dropMembers, type PackDelay } from './drop-members.ts';
import { hasRecordedMembers } from './pack-members.ts';
import { PackPart, PackTransfer } from './pack-transfer.ts';

type Later =
  | PackDelay
  /** The line carries less than a part must have: see `dividePack`. */
  | { readonly kind: 'divides' };

export type PackOutcome =
  | ItemOutcome
  | Later
  /** Fewer than two members are left. */
  | { readonly kind: 'dissolved' };

/**
 * Sends one pack: source file, parts in order, completion. Each part is cut when the one before was sent, as large as suits
 * the line by then. Continues where an earlier run was interrupted: parts that were
 * sent are read again, which rebuilds the SHA-1 and shows that every member is still what was sent. A member that can't be
 * sent fails and is dropped; the other members are sent.
 */
export async function sendPack(transfer: TransferContext, pack: Pack): Promise<PackOutcome> {
  const { sourceFiles, roots } = transfer;
  const earlier = sourceFiles.ofPack(pack.id);
  if ((earlier?.completionRequestedAt ?? null) !== null && !hasRecordedMembers(transfer, pack))
    return sendingAltered(transfer.upload, 'members');
  if (earlier !== null && !hasOwnParts(transfer, pack, earlier)) return sendingAltered(transfer.upload);
  // Where someone edited the store.
  if (!isPackCustodian(pack.custodian, transfer.packs.folders(pack.id)))
    return sendingAltered(transfer.upload, 'custodian');
  const unavailable = roots.givenUp(pack.root);
  if (unavailable !== null && (earlier?.completionRequestedAt ?? null) === null)
    return { kind: 'failed', failure: unavailable };
  const target = packTarget(transfer, pack);
  const created = await createSourceFile(transfer, target, earlier, null);
  if (created.kind !== 'created') return created;
  const partCount = await uncutUnsent(transfer, pack, created.sourceFile);
  const file = new PackTransfer(transfer, pack, { ...created.sourceFile, partCount });
  try {
    const outcome = await sendAndComplete<Later>(file, {
      send: () => sendMissingParts(file),
      forgetDifferingParts: () => forgetDifferingParts(file),
    });
    if (outcome.kind !== 'replace') return outcome;
  } finally {
    file.end();
  }
  const left = await cutAgain(transfer, pack, target.path, created.sourceFile);
  return left === null ? { kind: 'dissolved' } : sendPack(transfer, left);
}

/**
 * Returns false where someone edited the store. Before a completion was requested, each part is read again, and a part of
 * another size or with another digest is sent again.
 */
function hasOwnParts({ packs, sourceFiles }: TransferContext, { id }: Pack, sourceFile: SourceFile): boolean {
  const { partCount, completionRequestedAt } = sourceFile;
  const parts = sourceFiles.parts(sourceFile.id);
  if (!parts.every(({ number }) => number >= 1 && number <= partCount)) return false;
  if (completionRequestedAt === null) return true;
  const cut = Array.from({ length: partCount }, (_, index) => packs.partMembers(id, index + 1));
  const before = cut.slice(0, -1).map((members) => ({ members, crc32s: new Uint32Array() }));
  const sizes = cut.map((members, index) => layOutPart(members, index < before.length ? null : before));
  return parts.every(({ number, sizeBytes }) => sizes[number - 1]?.lengthBytes === sizeBytes);
}

function packTarget({ upload, packs, sourceFiles }: TransferContext, pack: Pack): SourceFileTarget {
  const childCustodians: Record<string, string> = {};
  for (const { folder, custodian } of packs.folders(pack.id)) {
    if (custodian === null || folder === '') continue;
    // Every folder that holds members, whether the platform looks for the longest prefix or for the folder itself. Names
    // that differ only by Unicode form share no pack, unless their custodian is the same.
    for (const path of spellingsOf(folder)) childCustodians[`${path}/`] = custodian;
  }
  return {
    path: packFilename({ uuid: upload.uuid, number: pack.number }),
    custodian: pack.custodian,
    childCustodians,
    logged: { pack: pack.number, files: pack.items },
    recordRequest: (at) => {
      packs.transition(pack, 'queued', 'uploading', null);
      return sourceFiles.recordPackRequest(pack.id, at);
    },
    current: () => sourceFiles.ofPack(pack.id),
  };
}

type PackSending = Sending<Later>;
type Unsent = Exclude<PackSending, Sent>;

/** Every part in order, because the SHA-1 is that of the whole pack. */
async function sendMissingParts(file: PackTransfer): Promise<PackSending> {
  const { context } = file;
  const compared = file.acknowledged.size === 0 ? success([]) : await forgetDifferingParts(file);
  if (!compared.ok) return endingOf(compared.failure);
  const hash = {
    ofParts: context.upload.request.sha1
      ? await context.hashes.begin({ root: null, algorithms: ['sha1'] })
      : null,
  };
  try {
    const before: HashedPart[] = [];
    for (let number = 1; ; ) {
      if (number > file.partCount) {
        const cut = await file.cutNext();
        if (cut === 'divides') return { kind: cut };
        if (cut === 'all-cut') break;
      }
      const outcome = await sendOnePart(file, number, before, hash);
      if (outcome === 'next') number += 1;
      else if (outcome !== 'again') return outcome;
    }
    const sha1 = (await hash.ofParts?.digest('sha1')) ?? null;
    return { kind: 'sent', hashes: { sha1, sha256: null }, md5: null };
  } finally {
    hash.ofParts?.drop();
  }
}

/** `again`: a member was dropped from it. */
async function sendOnePart(
  file: PackTransfer,
  number: number,
  before: HashedPart[],
  hash: { ofParts: Hasher | null },
): Promise<'next' | 'again' | Unsent> {
  const { context, pack } = file;
  if (context.signal.aborted || context.finish.aborted) return { kind: 'stopped' };
  const isLast = number === file.partCount && file.isAllCut;
  const part = new PackPart(context, pack, number, {
    before: isLast ? before : null,
    hashBefore: hash.ofParts,
  });
  const { members, layout } = part;
  if (!isLast && layout.lengthBytes < context.platform.profile.limits.minPartBytes) {
    if (!file.canCutAgain(number)) return { kind: 'replace' };
    await file.cutAgainFrom(number);
    return 'again';
  }
  const membersBefore = before.reduce((sum, { crc32s }) => sum + crc32s.length, 0);
  if (isLast && membersBefore + members.ids.length < 2) return { kind: 'replace' };
  try {
    const known = file.acknowledged.get(number);
    const outcome =
      known !== undefined && known.sizeBytes === layout.lengthBytes
        ? await verifyPart(file, part, known.digest)
        : await putPart(file, part);
    if (outcome !== 'done') return outcome;
    const changed = otherContents(context, pack, part);
    if (changed.length > 0) return await dropMembers(file, number, changed);
    before.push({ members, crc32s: part.hashes.crc32s });
    hash.ofParts?.drop();
    hash.ofParts = part.takeHash();
    return 'next';
  } finally {
    part.close();
  }
}

/** As with a file that is sent alone, others may have been skipped because of what pre-flight read of a member. */
function otherContents({ packs }: TransferContext, pack: Pack, { number, members }: PackPart) {
  const problem = failure('file-changed', { change: { kind: 'modified' } }).failure;
  return packs
    .otherThanRead(pack.id, number)
    .map((id): MemberProblem => ({ index: members.ids.indexOf(id), failure: problem }));
}

async function putPart(file: PackTransfer, part: PackPart): Promise<'done' | 'again' | Unsent> {
  const { partSlots, finish, signal } = file.context;
  file.live.activity = 'uploading';
  const { lengthBytes } = part.layout;
  const stop = AbortSignal.any([signal, finish]);
  if (!(await acquirePartSlot(file.context, lengthBytes, stop))) return { kind: 'stopped' };
  try {
    const outcome = await sendPart(file.outgoing(part));
    if (outcome.kind === 'acknowledged') return 'done';
    if (outcome.kind === 'too-large') {
      await file.cutAgainFrom(part.number);
      return 'again';
    }
    return part.hasProblem ? dropMembers(file, part.number, await part.problems()) : outcome;
  } finally {
    partSlots.release(lengthBytes);
  }
}

/**
 * Reads a part that an earlier run sent again, and compares every member with what was sent. The members themselves may be
 * others by an edited store. Then the part is sent again where it has a digest, or where no SHA-1 would show that.
 */
async function verifyPart(
  file: PackTransfer,
  part: PackPart,
  digest: string | null,
): Promise<'done' | 'again' | Unsent> {
  const { context, pack, live } = file;
  live.activity = 'hashing';
  const hash = digest === null ? null : createBlockHash([algorithmOf(digest)]);
  if (!(await part.readThrough(context.signal, hash)))
    return part.hasProblem ? dropMembers(file, part.number, await part.problems()) : { kind: 'stopped' };
  const { crc32s, hashes } = part.hashes;
  const change = { kind: 'sent-part-differs', partNumber: part.number } as const;
  const problems: MemberProblem[] = [];
  for (const [index, sent] of context.packs.partHashes(pack.id, part.number).entries())
    if (sent.crc32 !== crc32s[index] || sent.sha256 !== memberHashes(hashes[index] ?? '').sha256)
      problems.push({ index, failure: failure('file-changed', { change }).failure });
  if (problems.length > 0) return dropMembers(file, part.number, problems);
  const isAsSent = hash === null ? context.upload.request.sha1 : formatDigest(await hash.digest()) === digest;
  if (isAsSent) return 'done';
  await file.forgetPart(part.number);
  return 'again';
}

/** Compares with the platform's list of parts. Returns those that have to be sent again. */
async function forgetDifferingParts(file: PackTransfer): Promise<Result<readonly number[]>> {
  const { context, sourceFile } = file;
  const compared = await comparePartList(context, sourceFile.platformId, file.acknowledged, context.signal);
  if (!compared.ok) return compared;
  const { differing } = compared.value;
  for (const number of differing) await file.forgetPart(number);
  return success(differing);
}

/** New parts, in a new source file. Returns the pack, or null if too few members are left, which then go alone. */
async function cutAgain(
  { writes, packs, sourceFiles, events, upload, now }: TransferContext,
  pack: Pack,
  path: string,
  { platformId }: SourceFile,
): Promise<Pack | null> {
  return await writes.enqueue(() => {
    sourceFiles.abandonPack(pack.id);
    events.append(upload.id, now().toISOString(), 'source-file-replaced', {
      pack: pack.number,
      path,
      sourceFileId: platformId,
      note: 'it stays incomplete: after files were dropped, its parts no longer had the size that the platform asks for',
    });
    packs.setAcknowledgedBytes(pack.id, 0);
    packs.uncutAfter(pack.id, 0);
    packs.forgetHashes(pack.id);
    const left = packs.get(pack.id);
    if (left !== null && left.items > 1) return left;
    packs.close(pack.id);
    return null;
  });
}
