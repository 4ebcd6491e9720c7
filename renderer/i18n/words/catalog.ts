export * from './billing.ts';
export { common, failureAdvice, failures, fileNames } from './common.ts';
export * from './custodians.ts';
export * from './databases.ts';
export * from './directories.ts';
export * from './findings.ts';
export * from './new-upload.ts';
export * from './new-upload-custodians.ts';
export * from './new-upload-passwords.ts';
export * from './new-upload-source.ts';
export * from './organization.ts';
export * from './platform.ts';
export * from './selection.ts';
export * from './settings.ts';
export * from './shell.ts';
export * from './status.ts';
export * from './ui.ts';
export {
  failedLinks,
  review,
  unavailableSources,
  upload,
  uploadCustodians,
  uploadFiles,
  uploadLog,
  uploadSettings,
} from './upload.ts';
export * from './uploads.ts';
export * from './verify.ts';
export * from './watch-setup.ts';
export * from './watched-folders.ts';
