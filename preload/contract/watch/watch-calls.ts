/** The window's calls about watched folders. The window never names a path: those come from dialogs and drops. */

import { z } from 'zod';
import { maxPageRows } from '../bounds.ts';
import { command, noValue, query } from '../calls/call.ts';
import { granted } from '../calls/paths.ts';
import { failureSchema } from '../failures/failure-table.ts';
import { databaseCheck } from '../views/database-check.ts';
import { watchRuleId } from '../views/ids.ts';
import { batchSortColumns, ledgerSortColumns } from '../views/states.ts';
import { watchBatchView } from './watch-batch.ts';
import { rehearsalView } from './watch-rehearsal.ts';
import {
  ledgerEntryView,
  ledgerStates,
  unsettledTally,
  watchedFolderView,
  watchRule,
  watchRuleDraft,
} from './watched-folder.ts';

const count = z.int().nonnegative();
const id = z.string().max(100);
const ruleId = z.object({ ruleId: watchRuleId });

export const ledgerFilter = ruleId.extend({
  /** Only these; all when empty. */
  states: z.array(z.enum(ledgerStates)).max(ledgerStates.length),
  /** Only files that failed, need review, or were sent although something was found. */
  exceptions: z.exactOptional(z.boolean()),
  /** Part of the path, ignoring case and Unicode forms; '' for all. */
  search: z.string().max(200),
});
export type LedgerFilter = z.infer<typeof ledgerFilter>;

const ledgerQuery = ledgerFilter.extend({
  /** It is null for newest first. */
  sort: z
    .object({ column: z.enum(ledgerSortColumns), descending: z.boolean() })
    .nullable()
    .default(null),
});
export type LedgerQuery = z.infer<typeof ledgerQuery>;

export const watchCalls = {
  'watch.list': query('engine', noValue, z.array(watchedFolderView)),
  /**
   * Stores a draft, or changes a rule. Fails with source-not-granted, source-missing, path-unreadable, state-in-source,
   * source-in-state, watch-rule-invalid, watch-name-taken, watch-folder-fixed, glob-invalid, custodian-pattern-invalid,
   * custodian-map-invalid, password-file-unreadable and processing-setting-invalid.
   */
  'watch.save': command(
    'engine',
    z.object({
      /** It is null for a new one. */
      ruleId: watchRuleId.nullable(),
      connectionId: id,
      /** Each of its paths was chosen now, or is that of the stored rule. Its folder can change only while it is a draft. */
      rule: watchRule,
      chosen: z.object({
        path: z.exactOptional(granted('watched-folder', 'dropped')),
        custodianMap: z.exactOptional(granted('custodian-map')),
        passwordFile: z.exactOptional(granted('password-file')),
      }),
    }),
    watchedFolderView,
  ),
  /** What is wrong with a rule, as far as it can be told without the disk and the platform: nothing is read at its paths. */
  'watch.checkRule': query(
    'engine',
    z.object({ rule: watchRuleDraft }),
    z.array(z.object({ field: watchRule.keyof(), failure: failureSchema })),
  ),
  /** Whether the database's name must be typed to activate the rule, and why. */
  'watch.databaseCheck': query('engine', ruleId, databaseCheck),
  /** Starts taking and sending files, now and after each start of Lading. Fails with database-unconfirmed. */
  'watch.activate': command(
    'engine',
    ruleId.extend({
      /** The database's name as a person typed it. */
      confirmDatabase: z.string().max(2000).nullable().default(null),
    }),
    watchedFolderView,
  ),
  /** Pauses its uploads too. */
  'watch.pause': command('engine', ruleId, watchedFolderView),
  /** Its ledger stays: no later rule sends its files again. */
  'watch.remove': command('engine', ruleId, noValue),
  /** Reads the folder, records nothing and sends nothing. Fails with source-unavailable, and with stopped if canceled. */
  'watch.rehearse': command('engine', ruleId, rehearsalView),
  'watch.cancelRehearsal': command('engine', ruleId, noValue),
  'watch.history': query(
    'engine',
    ledgerQuery.extend({ offset: count, limit: z.int().min(1).max(maxPageRows) }),
    z.object({ total: count, entries: z.array(ledgerEntryView) }),
  ),
  /** The entries about one file: its versions, earlier and later names, and copies. At most 100, newest first. */
  'watch.fileHistory': query('engine', ruleId.extend({ entryId: z.int() }), z.array(ledgerEntryView)),
  /** Newest first, unless they are sorted. */
  'watch.batches': query(
    'engine',
    ruleId.extend({
      sort: z
        .object({ column: z.enum(batchSortColumns), descending: z.boolean() })
        .nullable()
        .default(null),
      offset: count,
      limit: z.int().min(1).max(maxPageRows),
    }),
    z.object({ total: count, batches: z.array(watchBatchView) }),
  ),
  'watch.scanNow': command('engine', ruleId, noValue),
  /** The files that aren't settled, by why. */
  'watch.unsettled': query('engine', ruleId, z.array(unsettledTally)),
  /** Copies that wait for a person and have `search` in their path. */
  'watch.copies': query(
    'engine',
    ledgerFilter.omit({ states: true, exceptions: true }),
    z.object({
      files: count,
      bytes: count,
      /** When the last of them began to wait. It is null without any. */
      until: z.string().nullable(),
    }),
  ),
  /** For files with the same content as one that was sent, where the rule asks. */
  'watch.decide': command(
    'engine',
    ruleId.extend({
      /** Some of them, or all that `watch.copies` counted. */
      of: z.union([
        z.object({ entryIds: z.array(z.int()).min(1).max(500) }),
        z.object({ search: z.string().max(200), until: z.string().max(40) }),
      ]),
      decision: z.enum(['send', 'skip']),
    }),
    z.object({ decided: count }),
  ),
  /** The ledger as CSV, in its order. */
  'watch.writeLedger': command('engine', ledgerQuery.extend({ path: granted('save-history') }), noValue),
} as const;
