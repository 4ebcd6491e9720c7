import type { Database } from 'better-sqlite3';
import { z } from 'zod';
import type {
  FindingFilter,
  FindingQuery,
  FindingRow,
  FindingsView,
} from '../../../preload/contract/calls/preflight-calls.ts';
import type { DirectoryMatches } from '../../../preload/contract/views/custodian-match.ts';
import {
  type CustodianPreview,
  type MapMatch,
  maxListedCustodians,
} from '../../../preload/contract/views/custodian-preview.ts';
import type { CustodianRules } from '../../../preload/contract/views/custodian-rule.ts';
import { exceptionGroup, type Issue } from '../../../preload/contract/views/exception.ts';
import type { LockedFileView } from '../../../preload/contract/views/locked-file.ts';
import type { PreflightView } from '../../../preload/contract/views/preflight-view.ts';
import {
  type CustodianView,
  type EventView,
  type ItemQuery,
  type ItemView,
  maxItemFindings,
} from '../../../preload/contract/views/views.ts';
import { matchMap } from '../intake/custodians/match-map.ts';
import { previewCustodians } from '../intake/custodians/preview.ts';
import { similarNames } from '../intake/custodians/similar-names.ts';
import { rulesOf } from '../intake/custodians/upload-rules.ts';
import { folderCustodian } from '../store/items/custodian-columns.ts';
import {
  displayPath,
  hasIdentity,
  type ItemRow,
  isUnreadFolder,
  itemColumns,
  itemTables,
  toItem,
} from '../store/items/item-repository.ts';
import type { LockedFileQuery } from '../store/items/locked-file-repository.ts';
import { sentTables } from '../store/items/sent-source-file.ts';
import { createRepositories } from '../store/repositories.ts';
import { storedJsonOr } from '../store/stored-value.ts';
import { formatFileTime } from '../types/file-time.ts';
import type { UploadId } from '../types/ids.ts';
import { joinPath } from '../types/source-path.ts';
import { type PlanConditions, planInventory } from '../uploads/prepare/plan-inventory.ts';
import { FindingList } from './finding-list.ts';
import { ItemOrders, type ReadMode } from './item-order.ts';
import { directoryMatchesOf } from './match-rows.ts';
import { createSelectionQueries } from './selection-queries.ts';
import { createTreeQueries } from './tree-queries.ts';
import { createWatchQueries } from './watch-queries.ts';
import { createWatchTallies } from './watch-tallies.ts';

interface SourceFileColumns {
  platform_id: bigint | null;
  part_count: bigint | null;
  sha1: string | null;
  sha256: string | null;
  md5: string | null;
  answer_state: string | null;
  parts_done: bigint;
  pack_number: bigint | null;
  pack_items: bigint | null;
  issue: Issue | null;
}

const eventData = z.record(z.string(), z.unknown());

/** The window's queries, page by page. They run on a thread of their own beside the transfers. */
export function createReadQueries(db: Database, mode: ReadMode = 'current') {
  const repositories = createRepositories(db);
  const orders = new ItemOrders(db, mode);
  const findingList = new FindingList(db);
  const selectItem = db
    .prepare<[number], ItemRow & SourceFileColumns>(
      `SELECT ${itemColumns}, items.issue, sent.platform_id, sent.part_count, coalesce(member.sha1, sent.sha1) AS sha1,
         iif(member.item_id IS NULL, sent.sha256, member.sha256) AS sha256,
         coalesce(iif(member.item_id IS NULL, sent.md5, member.md5), nullif(lower(hex(checked.md5)), '')) AS md5, sent.answer_state,
         packs.number AS pack_number, packs.items AS pack_items,
         CASE WHEN packed.id IS NULL THEN (SELECT count(*) FROM parts WHERE parts.source_file_id = sent.id)
           ELSE (SELECT count(*) FROM parts WHERE parts.source_file_id = sent.id AND parts.number = member.part) END AS parts_done
       FROM ${itemTables} ${sentTables}
         LEFT JOIN file_hashes AS checked ON checked.item_id = items.id
           AND checked.sha256 = unhex(iif(member.item_id IS NULL, sent.sha256, member.sha256))
       WHERE items.id = ?`,
    )
    .safeIntegers();
  const selectEvents = db.prepare<
    [number, number, number],
    { seq: number; at: string; type: string; data: string }
  >('SELECT seq, at, type, data FROM events WHERE upload_id = ? AND seq > ? ORDER BY seq LIMIT ?');
  const countEvents = db
    .prepare<[number], number>('SELECT coalesce(max(seq), 0) FROM events WHERE upload_id = ?')
    .pluck();
  const selectLargest = db
    .prepare<[number], number>(
      "SELECT coalesce(max(size_bytes), 0) FROM items WHERE upload_id = ? AND state = 'queued'",
    )
    .pluck();
  const countEmpty = db
    .prepare<[number], number>(
      `SELECT count(*) FROM items
       WHERE upload_id = ? AND size_bytes = 0 AND state = 'queued' AND folder_id IS NOT NULL`,
    )
    .pluck();
  const selectCustodianFolders = db.prepare<
    [{ uploadId: UploadId }],
    { custodian: string | null; path: string; rootPath: string }
  >(
    `SELECT ${folderCustodian} AS custodian, folders.path AS path, roots.path AS rootPath
     FROM folders JOIN roots ON roots.id = root_id WHERE upload_id = @uploadId
       AND (folders.items > 0 OR folders.id IN (SELECT folder_id FROM items WHERE upload_id = @uploadId AND ${isUnreadFolder}))
     ORDER BY roots.id, path_key`,
  );

  const itemView = (id: number): ItemView | null => {
    const row = selectItem.get(id);
    if (row === undefined) return null;
    const item = toItem(row);
    const findings = repositories.findings.ofItem(item.id, maxItemFindings);
    return {
      id: item.id,
      path: displayPath(item),
      sizeBytes: item.link === null && hasIdentity(item) ? item.sizeBytes : null,
      modifiedAt: item.link === null && hasIdentity(item) ? formatFileTime(item.mtimeNs) : null,
      custodian: item.custodian,
      state: item.state,
      reason: item.reason,
      exception: exceptionGroup(item.state, row.issue),
      findings: [...findings],
      findingCount:
        findings.length < maxItemFindings ? findings.length : repositories.findings.countOfItem(item.id),
      sha1: row.sha1,
      sha256: row.sha256,
      md5: row.md5,
      sourceFileId: row.platform_id === null ? null : Number(row.platform_id),
      // A file in a pack is in one of its parts.
      partCount: row.part_count === null ? null : row.pack_number === null ? Number(row.part_count) : 1,
      pack:
        row.pack_number === null || row.pack_items === null
          ? null
          : { number: Number(row.pack_number), files: Number(row.pack_items) },
      partsDone: Number(row.parts_done),
      answerState: row.answer_state,
      link:
        item.link === null
          ? null
          : { hasSecret: item.linkHasSecret, check: repositories.linkChecks.of(item.id) },
    };
  };

  return {
    ...createSelectionQueries(db, repositories),
    ...createTreeQueries(db, repositories),
    ...createWatchQueries(db, mode),
    ...createWatchTallies(db),
    items(query: ItemQuery): { total: number; items: ItemView[] } {
      const order = orders.of(query);
      const items = order
        .page(query.offset, query.limit)
        .map(itemView)
        .filter((item) => item !== null);
      return { total: order.total, items };
    },
    previewCustodians(uploadId: UploadId, rules: CustodianRules, custodian: string | null): CustodianPreview {
      const id = uploadId;
      const request = repositories.uploads.get(id)?.request;
      const custodianNames = request?.custodianNames ?? [];
      return previewCustodians(repositories.custodians, {
        uploadId: id,
        rules: rulesOf(repositories, id, { custodianRules: rules, custodianNames }),
        custodian,
        custodianNow: request?.custodian ?? null,
      });
    },
    custodianMapMatch: (uploadId: UploadId): MapMatch | null => matchMap(repositories, uploadId),
    custodians(uploadId: UploadId): { custodians: CustodianView[]; more: number } {
      const all = this.allCustodians(uploadId);
      return { custodians: largest(all), more: Math.max(0, all.length - maxListedCustodians) };
    },
    similarCustodians(uploadId: UploadId): string[][] {
      const names = largest(this.allCustodians(uploadId))
        .toSorted((a, b) => b.items - a.items)
        .flatMap(({ custodian }) => (custodian === null ? [] : [custodian]));
      return similarNames(names).map((group) => [...group]);
    },
    allCustodians(uploadId: UploadId): CustodianView[] {
      const folders = topFolders(selectCustodianFolders.iterate({ uploadId }));
      const sums = new Map<string | null, Omit<CustodianView, 'custodian' | keyof TopFolders>>();
      for (const tally of repositories.items.custodianTallies(uploadId)) {
        const known = sums.get(tally.custodian) ?? {
          items: 0,
          bytes: 0,
          sent: { items: 0, bytes: 0 },
          handedOver: 0,
          notRead: { folders: 0, files: 0 },
        };
        sums.set(tally.custodian, {
          items: known.items + tally.items,
          bytes: known.bytes + tally.bytes,
          sent: { items: known.sent.items + tally.sentItems, bytes: known.sent.bytes + tally.sentBytes },
          handedOver: known.handedOver + tally.handedOver,
          notRead: {
            folders: known.notRead.folders + tally.unreadFolders,
            files: known.notRead.files + tally.unreadFiles,
          },
        });
      }
      return [...sums].map(([custodian, tally]) => ({
        custodian,
        ...(folders.get(custodian) ?? { folders: [], moreFolders: 0 }),
        ...tally,
      }));
    },
    custodianMatches(uploadId: UploadId): DirectoryMatches {
      const { custodianMatches } = repositories;
      const id = uploadId;
      const { custodians, more } = this.custodians(uploadId);
      return {
        ...directoryMatchesOf(custodianMatches.directory(id), custodianMatches.all(id), custodians),
        more,
      };
    },
    lockedFiles(
      uploadId: UploadId,
      { offset, limit, ...query }: LockedFileQuery & { readonly offset: number; readonly limit: number },
    ): { total: number; files: LockedFileView[] } {
      return repositories.lockedFiles.page(uploadId, query, offset, limit);
    },
    log(uploadId: UploadId, offset: number, limit: number): { total: number; events: EventView[] } {
      const events = selectEvents.all(uploadId, offset, limit).map((event) => ({
        ...event,
        data: storedJsonOr(event.data, eventData, () => ({})),
      }));
      return { total: countEvents.get(uploadId) ?? 0, events };
    },
    findings({ offset, limit, ...filter }: FindingQuery): { total: number; rows: FindingRow[] } {
      const { total, ids } = findingList.page(filter, offset, limit);
      const rows = ids.map((id) => repositories.findings.get(id)).filter((row) => row !== null);
      return { total, rows };
    },
    findingFiles: (filter: FindingFilter, state: 'queued' | 'skipped'): readonly number[] =>
      findingList.files(filter, state),
    findingsSummary(uploadId: UploadId): FindingsView {
      const id = uploadId;
      return {
        groups: [...repositories.findings.groups(id)],
        inspection: repositories.inspections.get(id),
      };
    },
    preflight(uploadId: UploadId, conditions: PlanConditions): PreflightView {
      const planned = planInventory(repositories, uploadId, conditions);
      const { totals, types, links, emptySources, parts, requests, containers, time, packing } = planned;
      return {
        totals,
        types: [...types],
        links: [...links],
        emptySources: [...emptySources],
        zeroByteItems: countEmpty.get(uploadId) ?? 0,
        largestBytes: selectLargest.get(uploadId) ?? 0,
        parts,
        requests,
        containers: { ...containers },
        sandboxSpace: planned.sandboxSpace,
        time,
        packing,
      };
    },
  };
}

/** All of them, in their order, or those with the most bytes. Files without a custodian are always among them. */
function largest(custodians: CustodianView[]): CustodianView[] {
  return custodians.length <= maxListedCustodians
    ? custodians
    : custodians
        .toSorted((a, b) => Number(b.custodian === null) - Number(a.custodian === null) || b.bytes - a.bytes)
        .slice(0, maxListedCustodians);
}

export type ReadQueries = ReturnType<typeof createReadQueries>;
export type ReadQueryName = keyof ReadQueries;

type TopFolders = Pick<CustodianView, 'folders' | 'moreFolders'>;

const maxTopFolders = 5;

/** The folders at the top of the sources by custodian. `rows`: by source, then by path, so that a folder's come together. */
function topFolders(
  rows: Iterable<{ readonly custodian: string | null; readonly path: string; readonly rootPath: string }>,
): ReadonlyMap<string | null, TopFolders> {
  const found = new Map<string | null, { folders: string[]; moreFolders: number; last: string }>();
  for (const { custodian, path, rootPath } of rows) {
    const top = path.split('/')[0] ?? '';
    const last = joinPath(rootPath, top);
    const known = found.get(custodian) ?? { folders: [], moreFolders: 0, last: '' };
    found.set(custodian, known);
    if (known.last === last || known.folders.includes(top)) continue;
    known.last = last;
    if (known.folders.length < maxTopFolders) known.folders.push(top);
    else known.moreFolders += 1;
  }
  return new Map([...found].map(([of, { folders, moreFolders }]) => [of, { folders, moreFolders }]));
}
