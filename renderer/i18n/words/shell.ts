import { plural } from './common.ts';

export const shell = {
  incidents: 'Notices',
  navigation: 'Main',
  uploads: 'Uploads',
  watchedFolders: 'Watched folders',
  newUpload: 'New upload',
  platform: 'Platform',
  organization: 'Organization',
  settings: 'Settings',
  directories: 'Directories',
  sandbox: 'Sandbox',
  help: 'Help',
  databases: 'Databases',
  billing: 'Billing and size',
  thisComputer: 'This computer',
  sandboxBanner: 'Sandbox.',
  sandboxBannerDescription: 'Uploads stay on this computer.',
  noConnection: 'Not connected',
  connectionUnchecked: 'Not checked yet',
  connectionReady: (user: string) => `Signed in as ${user}`,
  sending: (rate: string) => `Uploading at ${rate}`,
  notSending: 'Not uploading',
  engineRestarted: 'The upload engine stopped unexpectedly and was restarted',
  engineRestartedDescription: (at: string, times: number) =>
    `${times > 1 ? `${times} times, most recently on` : 'On'} ${at}. Uploads resume where they stopped.`,
  engineWaiting: 'Waiting for the engine…',
  engineWaitingDescription: 'Uploads and watched folders are listed once it answers.',
  engineOff: 'Engine not running',
  engineAway: "Uploads and watched folders can't be listed",
  engineAwayDescription: "The engine, which has them, isn't running. The notice above says why.",
  opening: 'Opening…',
  openingFailed: "Lading can't open its data",
  crashed: 'This screen stopped working',
  crashedDescription:
    "An error in Lading stopped this screen. Uploads aren't affected. Reopen the screen. If it stops again, report what you did.",
  openAgain: 'Reopen screen',
  notFound: 'Upload not found',
  notFoundDescription: 'It may have been discarded. The list shows all uploads.',
  toUploads: 'Show uploads',
} as const;

export const help = {
  title: 'Help',
  about: 'The user guide and the keyboard shortcuts of this version.',
  pages: 'Pages of Help',
  search: 'Search the user guide',
  results: (amount: number) =>
    amount === 0
      ? 'No section of the user guide has all of these words.'
      : `${plural(amount, 'section', 'sections')} found`,
  shortcuts: 'Keyboard shortcuts',
  everywhere: 'On every screen',
  onSomeScreens: 'Where the screen offers it',
  command: 'Command',
  keys: 'Keys',
  lists:
    'In lists, the arrow keys, Page Up, Page Down, Home, and End move between rows, letters go to the row that starts with them, the space bar selects, and Enter opens.',
} as const;
