import type { ItemId, UploadId } from '../types/ids.ts';
import type { EngineContext } from '../uploads/context/engine-context.ts';

/** The parts of an item: acknowledged, in flight, retried. */
export function readParts({ repositories, progress }: EngineContext, id: UploadId, itemId: ItemId) {
  const { sourceFiles, packs } = repositories;
  const sourceFile = sourceFiles.current(itemId);
  const pack = packs.packOf(itemId);
  const live = progress.live(id);
  // A file in a pack is a piece of one part, which nobody looks into.
  if (pack !== null) return { partSizeBytes: 0, partCount: 0, done: [], inFlight: [], retried: [] };
  return {
    partSizeBytes: sourceFile?.partSizeBytes ?? 0,
    partCount: sourceFile?.partCount ?? 0,
    done: toRanges(sourceFile === null ? [] : sourceFiles.parts(sourceFile.id).map((part) => part.number)),
    inFlight: [...(live?.partsInFlight(itemId) ?? [])],
    retried: [...(live?.partsRetried(itemId) ?? [])],
  };
}

export function readPart(
  { repositories }: EngineContext,
  itemId: ItemId,
  number: number,
): { etag: string | null } {
  const { sourceFiles } = repositories;
  const sourceFile = sourceFiles.current(itemId);
  return { etag: sourceFile === null ? null : sourceFiles.partEtag(sourceFile.id, number) };
}

/** Ascending numbers as ranges, both ends included. */
export function toRanges(numbers: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}
