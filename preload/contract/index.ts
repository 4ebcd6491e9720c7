/** The whole contract between window, main and engine. Handlers, preload and client derive from it by types. */

import { z } from 'zod';
import { maxLinks, maxPageRows } from './bounds.ts';
import { command, noValue, query } from './calls/call.ts';
import { csvTable } from './calls/csv-table.ts';
import { custodianCalls } from './calls/custodian-calls.ts';
import { directoryCalls } from './calls/directory-calls.ts';
import { passwordCalls } from './calls/password-calls.ts';
import { granted, pathCalls, type WithPaths } from './calls/paths.ts';
import { preflightCalls } from './calls/preflight-calls.ts';
import { selectionCalls } from './calls/selection-calls.ts';
import { newSources, sourceCalls } from './calls/source-calls.ts';
import { treeCalls } from './calls/tree-calls.ts';
import { failureSchema } from './failures/failure-table.ts';
import { activityCursor, activityFilter, activityPage } from './platform/activity.ts';
import { platformChanges, platformReads, severalChanges } from './platform/calls.ts';
import { organizationEventRecord, platformId } from './platform/records.ts';
import { databaseCheck } from './views/database-check.ts';
import { databaseStatus } from './views/database-status.ts';
import { directoryProgress } from './views/directory.ts';
import { itemId, uploadId, watchRuleId } from './views/ids.ts';
import { interfaceForm } from './views/interface-form.ts';
import { loginItemCalls } from './views/login-item.ts';
import { offeredCommands, windowCommands } from './views/menu.ts';
import { newDataset } from './views/new-dataset.ts';
import { preflightView } from './views/preflight-view.ts';
import { settingDifference } from './views/settings-difference.ts';
import { receiptKey, sha256Text } from './views/signing-key.ts';
import { packChoices, partChecks } from './views/states.ts';
import {
  issuedReceipt,
  maxSavedReceipts,
  savedReceipt,
  verifyProgressView,
  verifyView,
} from './views/verify-view.ts';
import {
  appView,
  connectionView,
  custodianView,
  databaseView,
  engineView,
  eventView,
  itemQuery,
  itemView,
  partsView,
  preferences,
  processingSettingView,
  progressView,
  sandboxView,
  snapshot,
  sourceView,
  templateView,
  uploadView,
} from './views/views.ts';
import { watchCalls } from './watch/watch-calls.ts';
import { processingSettings, watchedFolderView } from './watch/watched-folder.ts';

const id = z.string().max(100);
const linkList = z.array(z.string().max(4000)).max(maxLinks);
const ofUpload = z.object({ uploadId });
const connectionId = z.object({ connectionId: id });
const organizationOfConnection = connectionId.extend({ orgId: platformId });
const databaseOfConnection = connectionId.extend({ databaseId: z.int() });

const rendererFault = z.object({
  message: z.string().max(2000),
  stack: z.string().max(20_000),
  source: z.enum(['render', 'error', 'rejection']),
});

export const calls = {
  snapshot: query('main', noValue, snapshot),

  // This computer
  'preferences.set': command('main', preferences, appView),
  /** Once a person confirmed in a native dialog what they say. */
  'app.trustCertificates': command('main', z.object({ path: granted('certificates') }), appView),
  'app.forgetCaFile': command('main', noValue, appView),
  /** Opens it in the system's program for it. */
  'app.open': command('main', z.object({ target: z.enum(['data-folder', 'log', 'licenses']) }), noValue),
  /** A fault in the window's own code, for the log. */
  'app.reportFault': command('main', rendererFault, noValue),
  ...loginItemCalls,
  'updates.check': command('main', noValue, noValue),
  'updates.download': command('main', noValue, noValue),
  /** Pauses uploads, installs the update and restarts Lading. */
  'updates.install': command('main', noValue, noValue),
  'sandbox.start': command('main', noValue, sandboxView),
  'sandbox.stop': command('main', noValue, sandboxView),
  /** How much disk space the sandbox's copies of uploaded evidence take. */
  'sandbox.data': query('main', noValue, z.object({ bytes: z.int().nonnegative() })),
  /** What is free on the disk of its data. It is null where that can't be read. */
  'sandbox.freeBytes': query('main', noValue, z.int().nonnegative().nullable()),
  /** Stops the sandbox, deletes what it received, and cancels the unfinished uploads to it. */
  'sandbox.deleteData': command('main', noValue, noValue),
  /** Which of these menu commands work now. The others are disabled. */
  'menu.offer': command('main', z.object({ commands: z.array(z.enum(offeredCommands)).max(20) }), noValue),
  /** The sandbox's own page, in the person's browser. */
  'sandbox.open': command('main', noValue, noValue),

  // Connections
  /** Asks in a native dialog that names the server. Returns null if the person refused. */
  'connections.add': command(
    'main',
    z.object({
      name: z.string().trim().min(1).max(100),
      serverUrl: z.string().max(2000),
      apiKey: z.string().max(4000),
      /** The person accepts that anyone who can read their files can read the key. */
      acceptPlaintext: z.boolean(),
    }),
    connectionView.nullable(),
  ),
  /** Asks as well: another key may belong to another account. */
  'connections.setKey': command(
    'main',
    z.object({ connectionId: id, apiKey: z.string().max(4000), acceptPlaintext: z.boolean() }),
    connectionView.nullable(),
  ),
  'connections.check': command('main', connectionId, connectionView),
  /** Without a form, it is found in the platform's answers. Connects again. */
  'connections.setForm': command(
    'main',
    connectionId.extend({ form: interfaceForm.nullable() }),
    connectionView,
  ),
  'connections.remove': command('main', connectionId, noValue),
  /** Fails with profile-invalid. */
  'connections.importProfile': command(
    'main',
    connectionId.extend({ path: granted('profile') }),
    connectionView,
  ),
  'databases.list': query('engine', connectionId, z.array(databaseView)),
  /** The partial projects of a database that the account can see. */
  'databases.partialProjects': query('engine', databaseOfConnection, z.array(databaseView)),
  /** What can be told of the database without creating anything. */
  'databases.status': query('engine', databaseOfConnection, databaseStatus),
  ...platformReads,
  ...platformChanges,
  ...severalChanges,

  // New upload: a draft is an upload in state scanning or ready
  ...sourceCalls,
  'drafts.create': command(
    'main',
    z.object({
      connectionId: id,
      databaseId: z.int(),
      /** Without it, fails with database-inactive where the platform shows the database as frozen or the like. */
      acceptInactive: z.boolean().optional(),
      dataset: z.union([z.object({ id: z.int() }), newDataset]),
      sources: newSources,
      links: linkList,
      /** Stores host and file name of links only. */
      maskLinks: z.boolean().default(false),
      followSymlinks: z.boolean(),
      /**
       * A draft whose sources or destination a person changes. It is discarded after the scan; its rules, filters, settings,
       * passwords, and checks go along, and what a person assigned or chose for single files doesn't.
       */
      replaces: uploadId.nullable().default(null),
    }),
    uploadView,
  ),
  /** Continues the scan of a draft that was interrupted. Fails with stopped once it is discarded. */
  'drafts.continueScan': command('engine', ofUpload, uploadView),
  'drafts.preflight': query('engine', ofUpload, preflightView),
  ...custodianCalls,
  ...treeCalls,
  /** The custodians with the most bytes, if there are more than a person can look through. */
  'drafts.custodians': query(
    'engine',
    ofUpload,
    z.object({ custodians: z.array(custodianView), more: z.int().nonnegative() }),
  ),
  /** Groups of names that are probably one person's; of each, the one with the most files first. */
  'drafts.similarCustodians': query('engine', ofUpload, z.array(z.array(z.string()))),
  'drafts.setSettings': command(
    'engine',
    z.object({
      uploadId,
      settings: processingSettings,
      sha1: z.boolean(),
      partCheck: z.enum(partChecks),
    }),
    uploadView,
  ),
  /** Against the earlier datasets of the same database that this computer created. None for an existing dataset. */
  'drafts.settingDifferences': query('engine', ofUpload, z.array(settingDifference)),
  /** A person starts it although the platform shows its database as frozen or the like. */
  'drafts.acceptInactive': command('engine', ofUpload, uploadView),
  'drafts.setPacking': command('engine', z.object({ uploadId, pack: z.enum(packChoices) }), uploadView),
  /** What refuses the start now, and whether and why the database's name must be typed. */
  'drafts.startCheck': query(
    'engine',
    ofUpload,
    z.object({ databaseCheck, refusal: failureSchema.nullable() }),
  ),
  'drafts.discard': command('engine', ofUpload, noValue),
  'processingSettings.list': query('engine', connectionId, z.array(processingSettingView)),
  'templates.list': query('engine', noValue, z.array(templateView)),
  'templates.save': command(
    'engine',
    z.object({ name: z.string().trim().min(1).max(100), settings: processingSettings }),
    templateView,
  ),
  'templates.remove': command('engine', z.object({ id: z.int() }), noValue),

  // Uploads
  'uploads.start': command(
    'main',
    z.object({
      uploadId,
      links: linkList,
      held: z.enum(['ask', 'retry', 'skip']),
      /** The decision is about these only. */
      heldItems: z.exactOptional(z.array(z.int()).min(1).max(10_000)),
      /** The database's name as a person typed it. Without it, fails with database-unconfirmed where it is needed. */
      confirmDatabase: z.string().max(2000).nullable().default(null),
    }),
    /**
     * Files that were to be retried, and left their watched folder: `left` were skipped, and `kept` still need review, because the
     * platform may have them.
     */
    z.object({ left: z.int(), kept: z.int() }),
  ),
  /** Answers once it has stopped; with `finishParts` at once, and it stops when the parts under way have arrived. */
  'uploads.pause': command(
    'engine',
    z.object({ uploadId, finishParts: z.boolean().default(false) }),
    noValue,
  ),
  /** The limits that the command line was given for it. The usual ones hold from its next run on. */
  'uploads.removeLimits': command('engine', ofUpload, noValue),
  'uploads.cancel': command('engine', ofUpload, noValue),
  /** Ends the waiting for sources that are away: their files fail and can be retried. */
  'uploads.failUnavailableSources': command('engine', ofUpload, noValue),
  'uploads.retryFailed': command(
    'main',
    /** Whole links, for those whose secret part is not stored. */
    z.object({ uploadId, links: linkList.default([]) }),
    /**
     * How many failed files were queued, and how many that had been skipped; and how many were not: skipped because they left
     * their watched folder, or failed as before.
     */
    z.object({ items: z.int(), chosenAgain: z.int(), left: z.int(), failed: z.int() }),
  ),
  'uploads.items': query('engine', itemQuery, z.object({ total: z.int(), items: z.array(itemView) })),
  'uploads.parts': query('engine', z.object({ uploadId, itemId }), partsView),
  /** The ETag of one part as the part host returned it. It is null until the part is acknowledged. */
  'uploads.part': query(
    'engine',
    z.object({ uploadId, itemId, number: z.int().positive() }),
    z.object({ etag: z.string().nullable() }),
  ),
  /** Bytes per second, oldest first, one value every `everyMs`. */
  'uploads.speed': query(
    'engine',
    ofUpload,
    z.object({ everyMs: z.number(), endMs: z.number(), bytesPerSecond: z.array(z.number()) }),
  ),
  /** The packs that small files were sent in, or will be as far as that is decided. */
  'uploads.packing': query(
    'engine',
    ofUpload,
    z.object({ packs: z.int().nonnegative(), files: z.int().nonnegative() }),
  ),
  'uploads.log': query(
    'engine',
    z.object({ uploadId, offset: z.int().nonnegative(), limit: z.int().min(1).max(maxPageRows) }),
    z.object({ total: z.int(), events: z.array(eventView) }),
  ),
  'uploads.saveReceipt': command(
    'main',
    z.object({ uploadId, format: z.enum(['json', 'csv']), path: granted('save-receipt') }),
    issuedReceipt,
  ),
  /** The key that signs receipts from now on. */
  'receipts.signingKey': query('main', noValue, receiptKey.pick({ fingerprint: true, storage: true })),
  /** Writes the log head and the key of the upload's receipt that was saved last, which main knows. False if none was saved. */
  'uploads.saveLogHead': command('main', ofUpload.extend({ path: granted('save-log-head') }), z.boolean()),
  'exports.items': command(
    'engine',
    itemQuery.omit({ offset: true, limit: true }).extend({ path: granted('save-files') }),
    noValue,
  ),
  'exports.uploads': command('engine', z.object({ path: granted('save-uploads') }), noValue),
  /** A table of a screen, as CSV. */
  'exports.table': command('engine', csvTable.extend({ path: granted('save-table') }), noValue),

  // The activity log of an organization
  /** Newest first. With `cursor` null, the newest events. It may find none and still have a `next`. */
  'activity.list': query(
    'engine',
    organizationOfConnection.extend({ filter: activityFilter, cursor: activityCursor.nullable() }),
    activityPage,
  ),
  /** The events after one, newest first. Returns null if there are too many: load the list again. */
  'activity.newer': query(
    'engine',
    organizationOfConnection.extend({ filter: activityFilter, eventId: platformId }),
    z.array(organizationEventRecord).nullable(),
  ),
  /** Every event that matches, with the names of members where the account may list them. One at a time. */
  'exports.activity': command(
    'engine',
    organizationOfConnection.extend({ filter: activityFilter, path: granted('save-activity') }),
    noValue,
  ),
  /** The export fails with stopped, and no file is written. */
  'exports.cancelActivity': command('engine', noValue, noValue),

  ...pathCalls,
  ...directoryCalls,
  ...selectionCalls,
  ...preflightCalls,
  ...passwordCalls,
  ...watchCalls,

  // Verifying a receipt
  /** The receipts that were saved last from this data folder, newest first. */
  'receipts.saved': query('main', noValue, z.array(savedReceipt).max(maxSavedReceipts)),
  /** One of them, as if a person had chosen its file in a dialog. Null where it is no longer listed. */
  'receipts.chooseSaved': command('main', z.object({ id: z.int() }), sourceView.nullable()),
  /** With its progress as events. Fails with stopped if it is cancelled. */
  'receipts.verify': command(
    'main',
    z.object({
      path: granted('receipt'),
      /** The folder to compare with it. */
      against: granted('compare-folder').nullable(),
      key: sha256Text.nullable(),
      head: sha256Text.nullable(),
    }),
    verifyView,
  ),
  /** The time-stamping authority for receipts, confirmed in a native dialog; '' for none. */
  'receipts.setTimestampUrl': command('main', z.object({ url: z.string().max(2000) }), appView),
  /** For time stamps, once a person confirmed in a native dialog what they say; a copy is kept. */
  'receipts.trustTimestampCertificates': command(
    'main',
    z.object({ path: granted('timestamp-certificates') }),
    appView,
  ),
  'receipts.forgetTimestampCa': command('main', noValue, appView),
  'receipts.cancelVerification': command('engine', noValue, noValue),
  /** The differences of the last comparison, as CSV. */
  'receipts.exportDifferences': command('engine', z.object({ path: granted('save-differences') }), noValue),
} as const;

/** Events from main to the window. Each has the revision that follows it. */
export const events = {
  'engine.changed': engineView,
  'sandbox.changed': sandboxView,
  'app.changed': appView,
  'connections.changed': z.array(connectionView),
  'upload.changed': uploadView,
  'upload.removed': z.object({ uploadId }),
  progress: progressView,
  'watch.changed': watchedFolderView,
  'watch.removed': z.object({ ruleId: watchRuleId }),
  'receipts.progress': verifyProgressView,
  'directories.progress': directoryProgress,
  /** A menu command or shortcut for the window. */
  menu: z.object({ command: z.enum(windowCommands) }),
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type Argument<Name extends CallName> = z.input<Calls[Name]['argument']>;
/** Once main has put paths in the place of grants. */
export type Parsed<Name extends CallName> = WithPaths<z.output<Calls[Name]['argument']>>;
export type Answer<Name extends CallName> = z.output<Calls[Name]['answer']>;
export type CallsAt<At extends 'main' | 'engine'> = {
  [Name in CallName]: Calls[Name]['at'] extends At ? Name : never;
}[CallName];

export type RendererFault = Parsed<'app.reportFault'>;

export type EventName = keyof typeof events;
export type EventData<Name extends EventName> = z.output<(typeof events)[Name]>;
export type WindowEvent = {
  [Name in EventName]: { readonly revision: number; readonly name: Name; readonly data: EventData<Name> };
}[EventName];

export { callChannel, dropChannel, eventChannel } from './calls/channels.ts';
