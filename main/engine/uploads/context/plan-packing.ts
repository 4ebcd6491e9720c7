import {
  estimatePacking,
  type PackingEstimate,
  type PlatformPartLimits,
  shouldPack,
} from '../../packs/pack-limits.ts';
import { maxMemberBytes } from '../../packs/pack-member.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { UploadId } from '../../types/ids.ts';

/** Whether a run would pack now, and what that saves. Files that an earlier run considered are not considered again. */
export function planPacking(
  { packs, uploads }: Pick<Repositories, 'packs' | 'uploads'>,
  id: UploadId,
  limits: PlatformPartLimits,
): PackingEstimate & { readonly isPacked: boolean } {
  const estimate = estimatePacking(packs.candidateTallies(id, packs.packedTo(id), maxMemberBytes), limits);
  return { ...estimate, isPacked: shouldPack(uploads.packChoice(id), estimate, limits.requestsPerSecond) };
}
