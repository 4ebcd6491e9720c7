/** The whole contract between window, main and engine. Everything else is derived from it by types. */
import { z } from 'zod';
import { command, nothing, query } from './call.ts';
import {
  appView,
  connectionView,
  custodianRule,
  custodianView,
  databaseView,
  engineView,
  eventView,
  folderView,
  itemQuery,
  itemView,
  partsView,
  preferences,
  preflightView,
  progressView,
  sandboxView,
  settingView,
  snapshot,
  sourceView,
  templateView,
  uploadView,
} from './views.ts';

const uploadId = z.object({ uploadId: z.int() });
const connectionId = z.object({ connectionId: z.string() });
const settings = z.record(z.string(), z.unknown());
/** What the screen that is shown may offer to the menu; the menu's other items are always there. */
const offered = z.enum(['find', 'pause', 'resume', 'retry-failed', 'save-receipt', 'export-csv']);

const rendererFault = z.object({
  message: z.string().max(2000),
  stack: z.string().max(20_000),
  source: z.enum(['render', 'error', 'rejection']),
});

export const calls = {
  snapshot: query('main', nothing, snapshot),

  // This computer
  'preferences.set': command('main', preferences, appView),
  'app.chooseCaFile': command('main', nothing, appView),
  'app.forgetCaFile': command('main', nothing, appView),
  /** In the system's own program for it. */
  'app.open': command('main', z.object({ target: z.enum(['data-folder', 'log', 'licenses']) }), nothing),
  /** A fault in the window's own code, for the log. */
  'app.reportFault': command('main', rendererFault, nothing),
  'updates.check': command('main', nothing, nothing),
  'updates.download': command('main', nothing, nothing),
  /** Drains what is being sent, installs and starts Lading again. */
  'updates.install': command('main', nothing, nothing),
  'sandbox.start': command('main', nothing, sandboxView),
  'sandbox.stop': command('main', nothing, sandboxView),
  /** Which of the menu's items can be carried out now; the others are grey. */
  'menu.offer': command('main', z.object({ commands: z.array(offered).max(20) }), nothing),
  /** The sandbox's own page, in the person's browser. */
  'sandbox.open': command('main', nothing, nothing),

  // Connections
  'connections.add': command(
    'main',
    z.object({
      name: z.string().trim().min(1).max(100),
      serverUrl: z.string().max(2000),
      apiKey: z.string().max(4000),
      /** The person knows that the key will be readable for whoever can read their files. */
      acceptPlaintext: z.boolean(),
    }),
    connectionView,
  ),
  'connections.setKey': command(
    'main',
    z.object({ connectionId: z.string(), apiKey: z.string().max(4000), acceptPlaintext: z.boolean() }),
    connectionView,
  ),
  'connections.check': command('main', connectionId, connectionView),
  'connections.remove': command('main', connectionId, nothing),
  /** A dialog for an interface profile; a bad one is refused with line and reason. Null: the dialog was closed. */
  'connections.importProfile': command('main', connectionId, connectionView.nullable()),
  'databases.list': query('engine', connectionId, z.array(databaseView)),

  // New upload: an upload in state scanning or ready is the draft
  'sources.choose': command('main', z.object({ kind: z.enum(['folders', 'files']) }), z.array(sourceView)),
  /** The sample matter, while somebody practises: chosen without a dialog. */
  'sources.sample': command('main', nothing, z.array(sourceView)),
  'drafts.create': command(
    'main',
    z.object({
      connectionId: z.string(),
      databaseId: z.int(),
      dataset: z.union([
        z.object({ id: z.int() }),
        z.object({ name: z.string().trim().min(1).max(255), description: z.string().max(2000).nullable() }),
      ]),
      sourceIds: z.array(z.string()).max(1000),
      links: z.array(z.string().max(4000)).max(1000),
      followSymlinks: z.boolean(),
    }),
    uploadView,
  ),
  'drafts.preflight': query('engine', uploadId, preflightView),
  'drafts.setCustodians': command(
    'engine',
    z.object({ uploadId: z.int(), rule: custodianRule, custodian: z.string().trim().max(255).nullable() }),
    uploadView,
  ),
  /** By hand, for a folder and everything below it; null takes the hand back. */
  'drafts.assignCustodian': command(
    'engine',
    z.object({
      uploadId: z.int(),
      folderId: z.int(),
      custodian: z.string().trim().min(1).max(255).nullable(),
    }),
    nothing,
  ),
  'drafts.folders': query(
    'engine',
    z.object({
      uploadId: z.int(),
      parentId: z.int().nullable(),
      offset: z.int().nonnegative(),
      limit: z.int().min(1).max(500),
    }),
    z.object({ total: z.int(), folders: z.array(folderView) }),
  ),
  'drafts.custodians': query('engine', uploadId, z.array(custodianView)),
  'drafts.setSettings': command(
    'engine',
    z.object({
      uploadId: z.int(),
      settings,
      sha1: z.boolean(),
      partCheck: z.enum(['auto', 'always', 'never']),
    }),
    uploadView,
  ),
  /** Whether the database's name must be typed: it differs from what was used before for these sources. */
  'drafts.databaseCheck': query(
    'engine',
    uploadId,
    z.object({ mustTypeName: z.boolean(), databaseName: z.string(), usedBefore: z.array(z.string()) }),
  ),
  'drafts.discard': command('engine', uploadId, nothing),
  'processingSettings.list': query('engine', connectionId, z.array(settingView)),
  'templates.list': query('engine', nothing, z.array(templateView)),
  'templates.save': command(
    'engine',
    z.object({ name: z.string().trim().min(1).max(100), settings }),
    templateView,
  ),
  'templates.remove': command('engine', z.object({ id: z.int() }), nothing),

  // Uploads
  'uploads.start': command(
    'main',
    z.object({
      uploadId: z.int(),
      links: z.array(z.string().max(4000)).max(1000),
      held: z.enum(['ask', 'retry', 'skip']),
    }),
    nothing,
  ),
  'uploads.pause': command('engine', uploadId, nothing),
  'uploads.cancel': command('engine', uploadId, nothing),
  'uploads.retryFailed': command(
    'main',
    /** Links in full, of those whose secret part was not kept. */
    z.object({ uploadId: z.int(), links: z.array(z.string().max(4000)).max(1000).default([]) }),
    z.object({ items: z.int() }),
  ),
  'uploads.items': query('engine', itemQuery, z.object({ total: z.int(), items: z.array(itemView) })),
  'uploads.parts': query('engine', z.object({ uploadId: z.int(), itemId: z.int() }), partsView),
  /** The ETag of one part as the part host gave it; null while it is not acknowledged. */
  'uploads.part': query(
    'engine',
    z.object({ uploadId: z.int(), itemId: z.int(), number: z.int().positive() }),
    z.object({ etag: z.string().nullable() }),
  ),
  /** Bytes per second, oldest first, one each `everyMs`. */
  'uploads.speed': query(
    'engine',
    uploadId,
    z.object({ everyMs: z.number(), endMs: z.number(), bytesPerSecond: z.array(z.number()) }),
  ),
  'uploads.log': query(
    'engine',
    z.object({ uploadId: z.int(), offset: z.int().nonnegative(), limit: z.int().min(1).max(500) }),
    z.object({ total: z.int(), events: z.array(eventView) }),
  ),
  /** A save dialog, then the receipt. Null: the dialog was closed. */
  'uploads.saveReceipt': command(
    'main',
    z.object({ uploadId: z.int(), format: z.enum(['json', 'csv']) }),
    z.object({ path: z.string(), head: z.string() }).nullable(),
  ),
  'uploads.exportItems': command(
    'main',
    itemQuery.omit({ offset: true, limit: true }),
    z.object({ path: z.string() }).nullable(),
  ),
  'uploads.exportList': command('main', nothing, z.object({ path: z.string() }).nullable()),
} as const;

/** What main tells the window without being asked. Each carries the revision it leads to. */
export const events = {
  'engine.changed': engineView,
  'sandbox.changed': sandboxView,
  'app.changed': appView,
  'connections.changed': z.array(connectionView),
  'upload.changed': uploadView,
  'upload.removed': z.object({ uploadId: z.int() }),
  progress: progressView,
  /** A menu item or shortcut that the window carries out. */
  menu: z.object({
    command: z.enum(['new-upload', 'uploads', 'settings', 'sandbox', 'about', ...offered.options]),
  }),
} as const;

export type Calls = typeof calls;
export type CallName = keyof Calls;
export type Argument<Name extends CallName> = z.input<Calls[Name]['argument']>;
export type Parsed<Name extends CallName> = z.output<Calls[Name]['argument']>;
export type Answer<Name extends CallName> = z.output<Calls[Name]['answer']>;
export type CallsAt<At extends 'main' | 'engine'> = {
  [Name in CallName]: Calls[Name]['at'] extends At ? Name : never;
}[CallName];

export type RendererFault = Parsed<'app.reportFault'>;
export type OfferedCommand = z.output<typeof offered>;
export const offeredCommands: readonly OfferedCommand[] = offered.options;

export type EventName = keyof typeof events;
export type EventData<Name extends EventName> = z.output<(typeof events)[Name]>;
export type WindowEvent = {
  [Name in EventName]: { readonly revision: number; readonly name: Name; readonly data: EventData<Name> };
}[EventName];

export { callChannel, dropChannel, eventChannel } from './channels.ts';
