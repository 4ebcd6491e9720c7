import { extname } from 'node:path';
import type { LinkCheck } from '../../../preload/contract/link-check.ts';
import { similarNames } from '../../../preload/contract/similar-names.ts';
import type { Limits } from '../platform/profile.ts';
import { displayPath } from '../store/item-repository.ts';
import type { Repositories } from '../store/repositories.ts';
import { planParts } from '../transfer/part-plan.ts';
import type { UploadId } from '../types/ids.ts';
import type { UploadPlan } from '../types/uploads.ts';

const unchecked = { sizeBytes: null, warnings: [{ code: 'not-checked' }] } satisfies LinkCheck;

/** Create and complete. Each part's URL is a further request. */
const requestsPerFile = 2;

/** What would be sent, read from the inventory row by row. */
export function planInventory(
  { uploads, items, linkChecks, selections }: Repositories,
  id: UploadId,
  limits: Limits,
): UploadPlan {
  let parts = 0;
  let files = 0;
  for (const sizeBytes of items.queuedSizes(id)) {
    const plan = planParts(sizeBytes, limits);
    if (!plan.ok) continue; // reported as the file's own failure when it is sent
    parts += plan.value.partCount;
    files += 1;
  }
  const links = items
    .links(id)
    .filter(({ state }) => state === 'queued')
    .map((item) => ({ itemId: item.id, link: displayPath(item), ...(linkChecks.of(item.id) ?? unchecked) }));
  const tallies = items.custodianTallies(id);
  const requests = 1 + files * requestsPerFile + parts + links.length;
  return {
    totals: uploads.totals(id),
    links,
    parts,
    requests,
    minSeconds: requests / limits.requestsPerSecond,
    custodians: tallies.map(({ custodian, items: count, bytes }) => ({ custodian, items: count, bytes })),
    similarCustodians: similarNames(
      [uploads.defaultCustodian(id), ...tallies.map(({ custodian }) => custodian)].filter(
        (name) => name !== null,
      ),
    ),
    skippedByChoice: selections.tallies(id),
    types: typesOf(items.namesAndSizes(id)),
  };
}

function typesOf(names: Iterable<{ readonly name: string; readonly bytes: number }>): UploadPlan['types'] {
  const types = new Map<string, { items: number; bytes: number }>();
  for (const { name, bytes } of names) {
    const extension = extname(name).toLowerCase();
    const type = types.get(extension) ?? { items: 0, bytes: 0 };
    type.items += 1;
    type.bytes += bytes;
    types.set(extension, type);
  }
  return [...types].map(([extension, sums]) => ({ extension, ...sums })).sort((a, b) => b.bytes - a.bytes);
}
