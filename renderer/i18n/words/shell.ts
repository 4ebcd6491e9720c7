import { plural } from './common.ts';

export const shell = {
  navigation: 'Main',
  uploads: 'Uploads',
  newUpload: 'New upload',
  settings: 'Settings',
  sandbox: 'Practice',
  about: 'About',
  thisComputer: 'This computer',
  running: (amount: number) => `${plural(amount, 'upload', 'uploads')} running`,
  practice: 'Practice.',
  practiceMeaning: 'This goes to the practice platform on this computer; nothing leaves it.',
  noConnection: 'Not connected',
  connectionUnchecked: 'Not checked yet',
  connectionReady: (user: string) => `Signed in as ${user}`,
  sending: (rate: string) => `Sending ${rate}`,
  notSending: 'Nothing is being sent',
  engineRestarted: 'The engine ended by itself and was started again',
  engineRestartedMeaning: (at: string, times: number) =>
    `${times > 1 ? `${times} times, last on` : 'On'} ${at}. Uploads go on where they were; nothing is sent twice.`,
  opening: 'Opening…',
  openingFailed: 'Lading could not open its records',
  crashed: 'This screen has stopped',
  crashedMeaning:
    'A fault in Lading stopped this screen. Uploads are not affected: they run apart from the window. Open the screen again; if it stops again, tell us what you did.',
  openAgain: 'Open again',
  notFound: 'There is no such upload',
  notFoundMeaning: 'It may have been discarded. The list has everything that is known.',
  toUploads: 'To the uploads',
} as const;
