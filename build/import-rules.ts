/**
 * Which folder may import which. build/write-lint-rules.ts turns this table into rules for Biome. Tests beside modules
 * (*.test.ts) and test/ may import anything; nothing else imports test/.
 */

export interface Room {
  /** A folder with its subfolders, except those that are rooms of their own. `*`: every subfolder is its own room. */
  readonly folder: string;
  /** Folders and files outside the room. Everything else outside the room is refused. */
  readonly mayImport: readonly string[];
  /** Whether it runs in Node, in Electron's main process or preload, or in neither. Default: node. */
  readonly host?: 'node' | 'electron' | 'preload' | 'none';
}

const contract = 'preload/contract';
const engineApi = 'main/engine/index.ts';
const sandboxApi = 'main/sandbox/index.ts';
/** Files and the data folder: needs neither SQLite nor the rest of the engine. */
const storeFiles = 'main/engine/store/files';
const hungThreads = 'main/engine/threads/hung-threads.ts';
/** The store and the repositories of the engine. */
const engineContext = 'main/engine/uploads/context/engine-context.ts';
/** Needs nothing of the engine. */
const signingKey = 'main/engine/custody/signing-key.ts';
/** How a person calls it. Needs nothing of the app. */
const commandLine = 'main/app/command-line.ts';
const words = 'main/words.ts';
const inMain = (...names: readonly string[]) => names.map((name) => `main/${name}`);
const inEngine = (...names: readonly string[]) => names.map((name) => `main/engine/${name}`);
const inRenderer = (...names: readonly string[]) => names.map((name) => `renderer/${name}`);

/**
 * rpc → watch → uploads → intake, transfer, custody, directories → packs, formats → sources → store, platform → threads,
 * types; never to the left. In uploads: the engine → run, drafts → prepare → context. In transfer: run → files, packs →
 * source-files → rates → hashing.
 */
const store = ['store', 'store/files'];
const engineBelowSteps = ['sources', ...store, 'platform', 'threads', 'types'];
/** The front door of the readers of files. Nobody needs to know the others. */
const formats = ['formats/index.ts', 'formats/limits.ts'];
/** The doors of the transfer. Plans load no HTTP client, which a thread of queries never needs. */
const transfer = ['transfer/index.ts', 'transfer/rates/forecast.ts', 'transfer/rates/part-plan.ts'];
const engineBelowUseCases = [
  'intake',
  'packs',
  ...formats,
  ...transfer,
  'custody',
  'directories',
  'csv',
  'json',
  ...engineBelowSteps,
];
const uploadRooms = ['uploads/run', 'uploads/drafts', 'uploads/prepare', 'uploads/context'];
const transferBelowFiles = ['transfer/source-files', 'transfer/rates', 'transfer/hashing'];
const transferBelowRun = ['transfer/files', 'transfer/packs', ...transferBelowFiles];
const engineBelowWatch = ['uploads', ...uploadRooms, ...engineBelowUseCases];
const engineBelowRpc = ['watch', ...engineBelowWatch];

export const rooms: readonly Room[] = [
  { folder: 'preload/contract', mayImport: [], host: 'none' },
  { folder: 'preload', mayImport: [contract], host: 'preload' },

  { folder: 'renderer', mayImport: inRenderer('app', 'state', 'i18n', 'theme'), host: 'none' },
  {
    folder: 'renderer/app',
    mayImport: [contract, ...inRenderer('features', 'shared', 'ui', 'state', 'navigation', 'i18n', 'theme')],
    host: 'none',
  },
  {
    folder: 'renderer/features/*',
    mayImport: [contract, ...inRenderer('shared', 'ui', 'state', 'navigation', 'i18n', 'theme')],
    host: 'none',
  },
  {
    folder: 'renderer/shared',
    mayImport: [contract, ...inRenderer('ui', 'state', 'navigation', 'i18n', 'theme')],
    host: 'none',
  },
  {
    folder: 'renderer/ui',
    mayImport: [contract, ...inRenderer('state', 'navigation', 'i18n', 'theme')],
    host: 'none',
  },
  { folder: 'renderer/state', mayImport: [contract, ...inRenderer('navigation')], host: 'none' },
  { folder: 'renderer/navigation', mayImport: [contract], host: 'none' },
  { folder: 'renderer/i18n', mayImport: [contract], host: 'none' },
  { folder: 'renderer/theme', mayImport: [], host: 'none' },

  {
    folder: 'main',
    mayImport: [
      contract,
      engineApi,
      sandboxApi,
      ...inMain('app', 'connections', 'processes', 'uploads', 'window', 'updates', 'ipc'),
    ],
    host: 'electron',
  },
  {
    folder: 'main/ipc',
    mayImport: [
      contract,
      engineApi,
      storeFiles,
      words,
      ...inMain('app', 'connections', 'processes', 'uploads', 'window', 'updates'),
    ],
    host: 'electron',
  },
  { folder: 'main/window', mayImport: [contract, words, ...inMain('app', 'uploads')], host: 'electron' },
  { folder: 'main/updates', mayImport: [contract, words, ...inMain('app')], host: 'electron' },
  {
    folder: 'main/uploads',
    mayImport: [contract, engineApi, words, ...inMain('app', 'connections', 'processes')],
  },
  {
    folder: 'main/processes',
    mayImport: [contract, engineApi, sandboxApi, words, ...inMain('app')],
    host: 'electron',
  },
  { folder: 'main/connections', mayImport: [contract, engineApi, words, ...inMain('app')] },
  {
    folder: 'main/app',
    mayImport: [contract, engineApi, storeFiles, signingKey, words],
    host: 'electron',
  },

  {
    folder: 'main/cli',
    mayImport: [
      contract,
      engineApi,
      storeFiles,
      hungThreads,
      sandboxApi,
      commandLine,
      'main/app/rotating-file.ts',
      'main/app/saved-limits.ts',
      'main/app/state-dir.ts',
    ],
  },
  { folder: 'main/sandbox', mayImport: [contract, commandLine] },

  { folder: 'main/engine', mayImport: [contract, ...inEngine('rpc', ...engineBelowRpc)] },
  { folder: 'main/engine/rpc', mayImport: [contract, ...inEngine(...engineBelowRpc)] },
  {
    folder: 'main/engine/uploads',
    mayImport: [contract, ...inEngine(...uploadRooms, ...engineBelowUseCases)],
  },
  {
    folder: 'main/engine/uploads/run',
    mayImport: [contract, ...inEngine('uploads/prepare', 'uploads/context', ...engineBelowUseCases)],
  },
  {
    folder: 'main/engine/uploads/drafts',
    mayImport: [contract, ...inEngine('uploads/prepare', 'uploads/context', ...engineBelowUseCases)],
  },
  {
    folder: 'main/engine/uploads/prepare',
    mayImport: [contract, ...inEngine('uploads/context', ...engineBelowUseCases)],
  },
  { folder: 'main/engine/uploads/context', mayImport: [contract, ...inEngine(...engineBelowUseCases)] },
  {
    folder: 'main/engine/watch',
    mayImport: [contract, ...inEngine('watch/runner', 'watch/ledger', ...engineBelowWatch)],
  },
  // From disk to ledger.
  {
    folder: 'main/engine/watch/ledger',
    mayImport: [
      contract,
      engineContext,
      ...inEngine('intake', 'sources', ...store, 'threads', ...transfer, 'types'),
    ],
  },
  // From ledger to uploads.
  {
    folder: 'main/engine/watch/runner',
    mayImport: [contract, ...inEngine('watch/ledger', ...engineBelowWatch)],
  },
  {
    folder: 'main/engine/intake',
    mayImport: [contract, ...inEngine('csv', ...formats, ...engineBelowSteps)],
  },
  { folder: 'main/engine/formats', mayImport: [contract] },
  { folder: 'main/engine/packs', mayImport: [contract, ...inEngine(...engineBelowSteps)] },
  { folder: 'main/engine/transfer', mayImport: inEngine('transfer/run', ...transferBelowRun) },
  {
    folder: 'main/engine/transfer/run',
    mayImport: [contract, ...inEngine('packs', ...transferBelowRun, ...engineBelowSteps)],
  },
  {
    folder: 'main/engine/transfer/files',
    mayImport: [contract, ...inEngine(...transferBelowFiles, ...engineBelowSteps)],
  },
  {
    folder: 'main/engine/transfer/packs',
    mayImport: [contract, ...inEngine('packs', ...transferBelowFiles, ...engineBelowSteps)],
  },
  {
    folder: 'main/engine/transfer/source-files',
    mayImport: [contract, ...inEngine('transfer/rates', 'transfer/hashing', ...engineBelowSteps)],
  },
  {
    folder: 'main/engine/transfer/rates',
    mayImport: [contract, ...inEngine('transfer/hashing', ...store, 'types')],
  },
  {
    folder: 'main/engine/transfer/hashing',
    mayImport: [contract, ...inEngine('sources', ...store, 'threads', 'types')],
  },
  { folder: 'main/engine/custody', mayImport: [contract, ...inEngine('csv', ...engineBelowSteps)] },
  { folder: 'main/engine/csv', mayImport: [contract, ...inEngine('store/files', 'types')] },
  { folder: 'main/engine/json', mayImport: [contract, ...inEngine('types')] },
  {
    folder: 'main/engine/directories',
    mayImport: [contract, ...inEngine('csv', 'platform', 'threads', 'types')],
  },
  { folder: 'main/engine/sources', mayImport: [contract, ...inEngine(...store, 'threads', 'types')] },
  { folder: 'main/engine/store', mayImport: [contract, ...inEngine('store/files', 'types')] },
  { folder: storeFiles, mayImport: [contract, ...inEngine('types')] },
  {
    folder: 'main/engine/platform',
    mayImport: [contract, storeFiles, ...inEngine('json', 'types')],
  },
  { folder: 'main/engine/threads', mayImport: [contract] },
  { folder: 'main/engine/types', mayImport: [contract] },

  // The bundle of the command line, which bin.js checks.
  { folder: 'build', mayImport: ['main/cli/current-bundle.js'], host: 'electron' },
  { folder: 'resources', mayImport: [contract, ...inEngine('platform')] },
];

/** Parts of Electron that only one room uses. `shell` opens files and web pages outside of Lading. */
export const electronOwners: Readonly<Record<string, string>> = {
  ipcMain: 'main/ipc',
  ipcRenderer: 'preload',
  shell: 'main/window',
};
