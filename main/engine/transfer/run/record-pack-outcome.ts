import { failureText } from '../../../../preload/contract/failures/failure-table.ts';
import { displayPath } from '../../store/items/item-repository.ts';
import type { Pack } from '../../store/uploads/pack-repository.ts';
import { loggedOutcome, outcomeChange } from '../../types/outcome-changes.ts';
import { packFilename } from '../../types/pack-filename.ts';
import { describeMembers } from '../packs/pack-members.ts';
import type { ItemOutcome } from '../source-files/outcome.ts';
import type { TransferContext } from '../source-files/transfer-context.ts';

type FinalOutcome = Extract<ItemOutcome, { readonly kind: 'accepted' | 'failed' | 'held' }>;

/**
 * Moves all members of a pack to their final state at once, and logs why. One event says that the platform accepted all of
 * them: a hundred thousand files would need as many.
 */
export async function recordPackOutcome(
  transfer: TransferContext,
  pack: Pack,
  outcome: FinalOutcome,
): Promise<void> {
  const { writes, packs, sourceFiles, events, upload, now } = transfer;
  await writes.enqueue(() => {
    const at = now().toISOString();
    if (outcome.kind === 'accepted') {
      const { sourceFile, hashes, answerState } = outcome;
      sourceFiles.recordCompletion(sourceFile.id, at, answerState);
      const sizeBytes = sourceFiles.parts(sourceFile.id).reduce((sum, part) => sum + part.sizeBytes, 0);
      packs.setSize(pack.id, sizeBytes);
      events.append(upload.id, at, 'pack-completed', {
        pack: pack.number,
        path: packFilename({ uuid: upload.uuid, number: pack.number }),
        ...describeMembers(transfer, pack),
        sourceFileId: sourceFile.platformId,
        sizeBytes,
        parts: sourceFile.partCount,
        ...hashes,
        custodian: pack.custodian,
        startedAt: sourceFiles.ofPack(pack.id)?.requestedAt ?? null,
        state: answerState,
      });
      packs.transition(pack, 'uploading', 'accepted', null);
      packs.setState(pack.id, 'accepted');
      return;
    }
    const { failure } = outcome;
    const failed: { readonly item: number; readonly path: string }[] = [];
    const state = outcome.kind;
    // As for files that are sent alone: the log says of each what became of it.
    for (const { item } of packs.membersById(pack.id)) {
      if (item.state !== 'queued' && item.state !== 'uploading') continue;
      failed.push({ item: item.id, path: displayPath(item) });
    }
    for (const file of failed)
      events.append(upload.id, at, `item-${state}`, {
        ...file,
        pack: pack.number,
        code: failure.code,
        reason: failureText(failure),
        ...outcomeChange(file.item, loggedOutcome(state, failure)),
      });
    // A pack that failed before its source file was requested was queued until now.
    packs.transition(pack, 'queued', 'uploading', null);
    packs.transition(pack, 'uploading', state, failure);
    if (state === 'held') packs.setState(pack.id, 'held');
    else {
      packs.close(pack.id);
      sourceFiles.abandonPack(pack.id);
    }
  });
}
