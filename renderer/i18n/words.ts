import { common, failures } from './words/common.ts';
import {
  newUpload,
  newUploadCustodians,
  newUploadPreflight,
  newUploadReview,
  newUploadSettings,
  newUploadSource,
} from './words/new-upload.ts';
import { about, connect, firstRun, sandbox, settings } from './words/settings.ts';
import { shell } from './words/shell.ts';
import { transfer } from './words/transfer.ts';
import { ui } from './words/ui.ts';
import {
  failedLinks,
  heldItems,
  logEvents,
  upload,
  uploadCustodians,
  uploadFiles,
  uploadLog,
  uploadSettings,
} from './words/upload.ts';
import { uploads } from './words/uploads.ts';

/** Every word of the window, in one typed catalogue; one file of it for each place that speaks. */
export const words = {
  about,
  common,
  connect,
  failedLinks,
  failures,
  firstRun,
  heldItems,
  logEvents,
  newUpload,
  newUploadCustodians,
  newUploadPreflight,
  newUploadReview,
  newUploadSettings,
  newUploadSource,
  sandbox,
  settings,
  shell,
  transfer,
  ui,
  upload,
  uploadCustodians,
  uploadFiles,
  uploadLog,
  uploadSettings,
  uploads,
} as const;
