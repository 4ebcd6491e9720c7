import { billing } from './words/billing.ts';
import { chooseFiles } from './words/choose-files.ts';
import { common, failures } from './words/common.ts';
import { custodianMatches } from './words/custodian-matches.ts';
import { custodianTemplates } from './words/custodian-templates.ts';
import { databaseProjects, databases, databaseUsers } from './words/databases.ts';
import { directories } from './words/directories.ts';
import { failureAdvice } from './words/failure-advice.ts';
import { fileNames } from './words/file-names.ts';
import { fileTree } from './words/file-tree.ts';
import { findings } from './words/findings.ts';
import { help } from './words/help.ts';
import { newUpload, newUploadPreflight, newUploadReview, newUploadSettings } from './words/new-upload.ts';
import { newUploadCustodians } from './words/new-upload-custodians.ts';
import { newUploadPasswords } from './words/new-upload-passwords.ts';
import { newUploadSource } from './words/new-upload-source.ts';
import {
  access,
  activity,
  addPeople,
  identifiers,
  invitations,
  members,
  organization,
  organizationDetails,
  severalChanges,
} from './words/organization.ts';
import { permissions } from './words/permissions.ts';
import { platform } from './words/platform.ts';
import { selection } from './words/selection.ts';
import { about, connect, firstRun, sandbox, settings } from './words/settings.ts';
import { shell } from './words/shell.ts';
import { status } from './words/status.ts';
import { ui } from './words/ui.ts';
import {
  failedLinks,
  logEvents,
  review,
  unavailableSources,
  upload,
  uploadCustodians,
  uploadFiles,
  uploadLog,
  uploadSettings,
} from './words/upload.ts';
import { uploads, uploadTimes } from './words/uploads.ts';
import { verify } from './words/verify.ts';
import { watchAdvice, watchReasons } from './words/watch-advice.ts';
import { watchCopies } from './words/watch-copies.ts';
import { watchHistory } from './words/watch-history.ts';
import { watchRuleText, watchSetup } from './words/watch-setup.ts';
import {
  watchActions,
  watchBatches,
  watchedFolder,
  watchedFolders,
  watchFiles,
  watchStatus,
} from './words/watched-folders.ts';

/** Every word in the window, in one typed catalog with a file per area. */
export const words = {
  about,
  access,
  activity,
  addPeople,
  billing,
  chooseFiles,
  common,
  connect,
  custodianMatches,
  custodianTemplates,
  databaseProjects,
  databases,
  databaseUsers,
  directories,
  failedLinks,
  failureAdvice,
  fileNames,
  fileTree,
  failures,
  firstRun,
  help,
  identifiers,
  invitations,
  review,
  logEvents,
  members,
  newUpload,
  newUploadCustodians,
  findings,
  newUploadPasswords,
  newUploadPreflight,
  newUploadReview,
  newUploadSettings,
  newUploadSource,
  organization,
  organizationDetails,
  permissions,
  platform,
  sandbox,
  selection,
  severalChanges,
  settings,
  shell,
  status,
  ui,
  unavailableSources,
  upload,
  uploadCustodians,
  uploadFiles,
  uploadLog,
  uploadSettings,
  uploads,
  uploadTimes,
  verify,
  watchActions,
  watchBatches,
  watchCopies,
  watchedFolder,
  watchedFolders,
  watchFiles,
  watchAdvice,
  watchHistory,
  watchReasons,
  watchRuleText,
  watchSetup,
  watchStatus,
} as const;
