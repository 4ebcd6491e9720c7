import { plural } from './common.ts';

export const shell = {
  navigation: 'Main',
  uploads: 'Uploads',
  newUpload: 'New upload',
  platform: 'Platform',
  organization: 'Organization',
  settings: 'Settings',
  sandbox: 'Sandbox',
  about: 'About',
  thisComputer: 'This computer',
  running: (amount: number) => `${plural(amount, 'upload', 'uploads')} running`,
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
