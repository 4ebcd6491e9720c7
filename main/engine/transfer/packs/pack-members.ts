import type { Pack } from '../../store/uploads/pack-repository.ts';
import { PackMembersDigest } from '../../types/pack-members-digest.ts';
import type { TransferContext } from '../source-files/transfer-context.ts';

/** A pack's members, as its events have them. */
export function describeMembers({ packs }: Pick<TransferContext, 'packs'>, { id }: Pick<Pack, 'id'>) {
  const digest = new PackMembersDigest();
  let firstItem: number | null = null;
  for (const member of packs.loggedMembers(id)) {
    firstItem ??= member.item;
    digest.add(member);
  }
  return { firstItem, files: digest.count, membersSha256: digest.hex() };
}

/**
 * Whether a pack still has the members that were recorded when its completion was requested. Logs of earlier versions don't
 * have them.
 */
export function hasRecordedMembers(transfer: TransferContext, pack: Pick<Pack, 'id' | 'number'>): boolean {
  for (const recorded of transfer.events.ofType(transfer.upload.id, 'pack-members-recorded'))
    if (recorded['pack'] === pack.number)
      return recorded['membersSha256'] === describeMembers(transfer, pack).membersSha256;
  return true;
}
