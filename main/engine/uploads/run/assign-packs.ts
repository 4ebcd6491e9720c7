import { setImmediate as nextTurn } from 'node:timers/promises';
import { type PlatformPartLimits, packLimits } from '../../packs/pack-limits.ts';
import { isMemberPath, maxMemberBytes } from '../../packs/pack-member.ts';
import { PackPlanner } from '../../packs/pack-planner.ts';
import type { Repositories } from '../../store/repositories.ts';
import type { NewPack } from '../../store/uploads/pack-repository.ts';
import type { Upload } from '../../store/uploads/upload-repository.ts';
import type { WriteBatcher } from '../../store/write-batcher.ts';
import { joinPath } from '../../types/source-path.ts';
import { planPacking } from '../context/plan-packing.ts';

const pageSize = 1000;

/**
 * Puts queued files into packs, if the upload's choice and their number say so. Each pack is stored whole, so a kill in
 * between leaves nothing half planned. Files that an earlier run considered are not considered again.
 */
export async function assignPacks(
  writes: WriteBatcher,
  repositories: Pick<Repositories, 'packs' | 'events' | 'uploads'>,
  { id, request }: Upload,
  platform: PlatformPartLimits,
  signal: AbortSignal,
): Promise<void> {
  if (request.pack === 'never') return;
  const estimate = planPacking(repositories, id, platform);
  if (!estimate.isPacked) return;
  const { packs, events } = repositories;
  const planner = new PackPlanner(packLimits(platform, estimate.bytes));
  let [planned, files] = [0, 0];
  const store = async (found: readonly NewPack[]): Promise<void> => {
    for (const pack of found) {
      await writes.enqueue(() => void packs.add(id, pack));
      planned += 1;
      files += pack.members.length;
    }
  };
  for (let after: number = packs.packedTo(id); ; ) {
    if (signal.aborted) return;
    const page = packs.candidates(id, after, maxMemberBytes, pageSize);
    for (const file of page)
      if (isMemberPath(joinPath(file.folder, file.name))) await store(planner.add(file));
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.id;
    await nextTurn();
  }
  const rest = planner.end();
  await store(rest);
  await writes.enqueue(() => {
    packs.setPackedTo(id, packs.lastItemId(id));
    if (planned === 0) return;
    events.append(id, new Date().toISOString(), 'packs-planned', { packs: planned, files });
  });
}
