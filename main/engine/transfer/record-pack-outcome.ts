import { failureText } from '../../../preload/contract/failure-text.ts';
import { displayPath } from '../store/item-repository.ts';
import type { Pack } from '../store/pack-repository.ts';
import { PackMembersDigest } from '../types/pack-members-digest.ts';
import type { ItemOutcome } from './outcome.ts';
import { packFilename } from './pack-transfer.ts';
import type { TransferContext } from './transfer-context.ts';

type FinalOutcome = Extract<ItemOutcome, { readonly kind: 'accepted' | 'failed' | 'held' }>;

/** Moves all members of a pack to their final state at once, and logs why: one event for the pack and its members. */
export async function recordPackOutcome(
  { writes, packs, sourceFiles, events, upload, now }: TransferContext,
  pack: Pack,
  outcome: FinalOutcome,
): Promise<void> {
  const at = now().toISOString();
  const logged = { pack: pack.number, path: packFilename(upload, pack) };
  await writes.enqueue(() => {
    if (outcome.kind === 'accepted') {
      const { sourceFile, sha1, answerState } = outcome;
      const members = new PackMembersDigest();
      let firstItem: number | null = null;
      for (const { item, hashes } of packs.membersById(pack.id)) {
        firstItem ??= item.id;
        members.add({
          item: item.id,
          path: displayPath(item),
          sizeBytes: item.sizeBytes,
          sha1: hashes?.sha1 ?? null,
        });
      }
      sourceFiles.recordCompletion(sourceFile.id, at, answerState);
      const sizeBytes = sourceFiles.parts(sourceFile.id).reduce((sum, part) => sum + part.sizeBytes, 0);
      packs.setSize(pack.id, sizeBytes);
      events.append(upload.id, at, 'pack-completed', {
        ...logged,
        firstItem,
        files: members.count,
        membersSha256: members.hex(),
        sourceFileId: sourceFile.platformId,
        sizeBytes,
        parts: sourceFile.partCount,
        sha1,
        state: answerState,
      });
      packs.transition(pack, 'uploading', 'accepted', null);
      packs.setState(pack.id, 'accepted');
      return;
    }
    const { failure } = outcome;
    const { code } = failure;
    const isHeld = outcome.kind === 'held';
    // One that failed before it was requested.
    packs.transition(pack, 'queued', 'uploading', null);
    const files = packs.transition(pack, 'uploading', isHeld ? 'held' : 'failed', failure);
    events.append(upload.id, at, isHeld ? 'pack-held' : 'pack-failed', {
      ...logged,
      files,
      code,
      reason: failureText(failure),
    });
    if (isHeld) packs.setState(pack.id, 'held');
    else {
      packs.close(pack.id);
      sourceFiles.abandonPack(pack.id);
    }
  });
}
