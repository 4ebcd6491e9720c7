/** Uploads and legal hold directories (platform-interface 4.1). */
import { z } from 'zod';
import { anyObject, defaults, type Operation, paged, path } from './operation.ts';
import * as records from './records.ts';

export const uploadOperations = {
  PostDatabaseDataset: {
    ...defaults,
    summary: 'Create a dataset',
    access: 'uploader',
    path: path.database,
    answers: 'entity',
    effect: 'change',
    body: anyObject,
    data: anyObject,
  },
  PostDatasetFile: {
    ...defaults,
    summary: 'Create a source file in a dataset',
    access: 'uploader',
    path: path.dataset,
    answers: 'entity',
    effect: 'change',
    body: anyObject,
    data: anyObject,
  },
  PostSourceFilePart: {
    ...defaults,
    summary: 'Request the URL for uploading a part',
    access: 'uploader',
    path: path.part,
    answers: 'entity',
    effect: 'change',
    data: anyObject,
  },
  GetSourceFileParts: {
    ...defaults,
    summary: 'List the uploaded parts of a source file',
    access: 'uploader',
    path: path.sourceFile,
    answers: 'list',
    ...paged,
    data: anyObject,
  },
  PostSourceFile: {
    ...defaults,
    summary: 'Complete the upload of a source file',
    access: 'uploader',
    path: path.sourceFile,
    answers: 'done',
    effect: 'change',
    body: anyObject,
    data: z.unknown(),
  },
  SyncDirectoryCustodians: {
    ...defaults,
    summary: 'Synchronize the people of a legal hold directory from a CSV file',
    access: 'directory-admin',
    path: path.directory,
    answers: 'entity',
    effect: 'destroy',
    body: 'csv',
    data: records.custodianSyncRecord,
  },
} as const satisfies Record<string, Operation>;
