import type { CustodianPreview } from '../../../../preload/contract/views/custodian-preview.ts';
import type { CustodianOrigin } from '../../../../preload/contract/views/custodian-rule.ts';
import type { CustodianRepository, TreeFolder } from '../../store/custodians/custodian-repository.ts';
import { custodianInOrder } from '../../store/items/custodian-columns.ts';
import type { UploadId } from '../../types/ids.ts';
import { firstSegmentName } from '../../types/segments.ts';
import { type CompiledRules, custodianOf, custodiansOfFiles, mayNameFiles } from './custodian-of.ts';

type From = CustodianOrigin | 'none';
type Named = { readonly custodian: string | null; readonly from: From };

interface Sums {
  items: number;
  bytes: number;
  readonly origins: Map<From, number>;
  readonly samples: string[];
}

const maxSamples = 3;
const maxCustodians = 1000;

export interface PreviewRequest {
  readonly uploadId: UploadId;
  readonly rules: CompiledRules;
  /** The default that would apply. */
  readonly custodian: string | null;
  /** The default that applies now. */
  readonly custodianNow: string | null;
}

/**
 * Who would get what by these rules. Reads folders, and only where a rule can name files, or did, the files of a folder.
 */
export function previewCustodians(
  custodians: CustodianRepository,
  { uploadId, rules, custodian, custodianNow }: PreviewRequest,
): CustodianPreview {
  const sums = new Map<string | null, Sums>();
  const changed = { items: 0, bytes: 0 };
  const byDefault = { custodian, from: custodian === null ? 'none' : 'default' } as const;

  const add = (named: Named, now: string | null, items: number, bytes: number, sample: string): void => {
    let of = sums.get(named.custodian);
    if (of === undefined) {
      of = { items: 0, bytes: 0, origins: new Map(), samples: [] };
      sums.set(named.custodian, of);
    }
    of.items += items;
    of.bytes += bytes;
    of.origins.set(named.from, (of.origins.get(named.from) ?? 0) + items);
    if (of.samples.length < maxSamples) of.samples.push(sample);
    if (now === named.custodian) return;
    changed.items += items;
    changed.bytes += bytes;
  };
  const addFolder = (folder: TreeFolder): void => {
    const { path, root, manual } = folder;
    const byHand = manual === null ? null : ({ custodian: manual, from: 'manual' } as const);
    const ofFolder = custodianOf(rules, path, root);
    const named = custodianInOrder<Named>({ folder: byHand }, { folder: ofFolder }, byDefault);
    const now = custodianInOrder({ folder: manual }, { folder: folder.custodian }, custodianNow);
    const place = path === '' ? root : path;
    if (!folder.hasOwnFiles && (byHand !== null || !mayNameFiles(rules, path, root))) {
      add(named, now, folder.items, folder.bytes, place);
      return;
    }
    const ofFile = byHand === null ? custodiansOfFiles(rules, path, root) : null;
    for (const file of custodians.filesIn(folder.id)) {
      const { assigned, firstSegment } = file;
      const ofHand = assigned === null ? null : ({ custodian: assigned, from: 'manual' } as const);
      const byRule = ofFile?.(firstSegment === null ? file.name : firstSegmentName(firstSegment));
      const own = custodianInOrder<Named>({ file: ofHand, folder: byHand }, { file: byRule }, byDefault);
      const ruleNow = { file: file.custodian, folder: folder.custodian };
      const ownNow = custodianInOrder({ file: assigned, folder: manual }, ruleNow, custodianNow);
      const sample = path === '' ? file.name : `${path}/${file.name}`;
      add(own, ownNow, 1, file.bytes, sample);
    }
  };

  for (const folder of custodians.tree(uploadId)) if (folder.items > 0) addFolder(folder);
  for (const { name, bytes } of custodians.links(uploadId)) add(byDefault, custodianNow, 1, bytes, name);

  const list = [...sums].map(([name, { items, bytes, origins, samples }]) => ({
    custodian: name,
    items,
    bytes,
    from: mostOf(origins),
    samples,
  }));
  list.sort((one, other) => other.items - one.items);
  return {
    custodians: list.slice(0, maxCustodians),
    moreCustodians: Math.max(0, list.length - maxCustodians),
    changed,
  };
}

function mostOf(origins: ReadonlyMap<From, number>): From {
  let most: readonly [From, number] = ['none', 0];
  for (const each of origins) if (each[1] > most[1]) most = each;
  return most[0];
}
