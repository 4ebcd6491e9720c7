import { z } from 'zod';
import type { Assembler } from '../assembly.ts';
import type { SandboxContext } from '../context.ts';
import type { DirectLinkDownloader } from '../direct-links.ts';
import { signedPartUrl } from '../part-url.ts';
import { bodyLimits } from '../request-limits.ts';
import { type ApiResponse, dataResponse, errorResponse } from '../response.ts';
import type { DatabaseRow } from '../store/databases.ts';
import type { DatasetRow, SourceFileRow } from '../store/uploads.ts';
import { apiErrors, eventDescriptions } from '../words.ts';
import { databaseFor } from './access.ts';
import {
  type ApiResult,
  idParam,
  notFound,
  type Operation,
  type OperationRequest,
  operationOn,
  operationWithBody,
  succeeded,
} from './operation.ts';
import { pageResponse } from './paging.ts';

/** The longest path that a system has, and names that a page can show. */
const maxPathLength = 32_767;
const maxNameLength = 10_000;

/** platform-interface 4.3: a name of the IANA time zone database, and not "+02:00". */
const timeZone = z.string().refine((name) => {
  try {
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}, apiErrors.timeZone);

/**
 * platform-interface 4.1 and 4.3. Only the first four names are the interface's; those of other settings are the sandbox's own,
 * and any further setting is stored as given. Values of choices are opaque strings.
 */
const datasetBody = z.looseObject({
  name: z.string().trim().min(1).max(maxNameLength),
  description: z.string().optional(),
  deduplication: z.string().min(1).optional(),
  timezone: timeZone.optional(),
  deNist: z.boolean().optional(),
  pdfGeneration: z.string().min(1).optional(),
  inlineImages: z.string().min(1).optional(),
  ocrLanguage: z.string().optional(),
  pdfPageSize: z.string().min(1).optional(),
  hyperlinkedImages: z.boolean().optional(),
  chatSegmentation: z.string().min(1).optional(),
  chatAttachments: z.boolean().optional(),
  speakerNotes: z.string().min(1).optional(),
  custodian: z.string().min(1).max(maxNameLength).optional(),
  partialProjects: z.array(z.int().positive()).nullish(),
});

/** platform-interface 4.3 and 9.2: those marked (ext). */
const extendedSettings = ['hyperlinkedImages', 'chatSegmentation', 'chatAttachments'] as const;

/** platform-interface 4.3: `auto`, or a code of ISO 639-3. The long table is loaded with the first code. */
async function isOcrLanguage(code: string): Promise<boolean> {
  if (code === 'auto') return true;
  const { iso6393 } = await import('iso-639-3');
  return iso6393.some(({ iso6393: known, type }) => known === code && type !== 'special');
}

const sourceFileBody = z.looseObject({
  filename: z.string().min(1).max(maxPathLength),
  passwords: z.array(z.string()).nullish(),
  childCustodians: z.record(z.string().endsWith('/', apiErrors.folderPath), z.string()).nullish(),
  custodian: z.string().max(maxNameLength).nullish(),
  directLink: z.url({ protocol: /^https?$/ }).nullish(),
});

const completionBody = z.looseObject({
  etags: z.array(z.string()).min(1, apiErrors.etags),
  sha1: z
    .string()
    .regex(/^[0-9a-f]{40}$/i, apiErrors.sha1)
    .nullish(),
});

/** Operations that upload: datasets, source files, parts, completion. */
export function uploadOperations(
  context: SandboxContext,
  assembly: Pick<Assembler, 'complete'>,
  links: Pick<DirectLinkDownloader, 'probe' | 'start'>,
): readonly Operation[] {
  const { projects, settings, uploads, events } = context;

  const uploadable = databaseFor(context, 'upload');
  const sourceFileFor = (call: OperationRequest): ApiResult<SourceFileRow> => {
    const database = uploadable(call);
    if (!database.ok) return database;
    const id = idParam(call, 'sourceFileId');
    const sourceFile = id === undefined ? undefined : uploads.sourceFile(id);
    return sourceFile === undefined || sourceFile.databaseId !== database.value.id
      ? notFound('source file')
      : succeeded(sourceFile);
  };

  const createDataset = async (
    database: DatabaseRow,
    body: z.output<typeof datasetBody>,
    call: OperationRequest,
  ): Promise<ApiResponse> => {
    const extended = extendedSettings.find((field) => Object.hasOwn(body, field));
    if (settings.form === 'base' && extended !== undefined)
      return errorResponse(400, apiErrors.invalidBody(extended, apiErrors.extendedSetting));
    const { name, ocrLanguage = 'auto' } = body;
    if (!(await isOcrLanguage(ocrLanguage)))
      return errorResponse(400, apiErrors.invalidBody('ocrLanguage', apiErrors.language));
    if (uploads.countDatasets(database.id) >= settings.maxDatasetsPerDatabase) {
      return errorResponse(422, apiErrors.datasetCap(settings.maxDatasetsPerDatabase));
    }
    const projectIds = body.partialProjects ?? [];
    for (const projectId of projectIds) {
      if (!projects.isPartial(database.id, projectId)) {
        return errorResponse(400, apiErrors.invalidBody('partialProjects', apiErrors.notPartial(projectId)));
      }
    }
    const id = context.transaction(() => {
      const datasetId = uploads.createDataset(database.id, name, JSON.stringify(body), projectIds);
      events.record({
        organizationId: database.organizationId,
        type: 'DATASET_CREATED',
        userId: call.caller.id,
        description: eventDescriptions.datasetCreated(name, database.name),
        data: { databaseId: database.id, datasetId, name },
      });
      return datasetId;
    });
    const row = uploads.dataset(id);
    return row === undefined
      ? errorResponse(500, apiErrors.notReadBack('dataset'))
      : dataResponse(datasetRecord(row), 201);
  };

  const datasetFor = (call: OperationRequest): ApiResult<DatasetRow> => {
    const database = uploadable(call);
    if (!database.ok) return database;
    const datasetId = idParam(call, 'datasetId');
    const dataset = datasetId === undefined ? undefined : uploads.dataset(datasetId);
    return dataset === undefined || dataset.databaseId !== database.value.id
      ? notFound('dataset')
      : succeeded(dataset);
  };

  const createSourceFile = async (
    dataset: DatasetRow,
    { filename, passwords, childCustodians, custodian, directLink }: z.output<typeof sourceFileBody>,
  ): Promise<ApiResponse> => {
    if (typeof directLink === 'string') {
      const probe = await links.probe(directLink);
      if (!probe.ok) return errorResponse(400, probe.problem);
    }
    const id = uploads.createSourceFile({
      databaseId: dataset.databaseId,
      datasetId: dataset.id,
      filename,
      passwordCount: passwords?.length ?? 0,
      childCustodians: childCustodians ?? {},
      custodian: custodian ?? null,
      directLink: directLink ?? null,
    });
    context.passwords.add(dataset.id, passwords ?? []);
    const row = uploads.sourceFile(id);
    if (row === undefined) return errorResponse(500, apiErrors.notReadBack('source file'));
    if (row.state === 'DOWNLOADING') links.start(row);
    const sent = { passwords: passwords ?? [], ...(typeof directLink === 'string' ? { directLink } : {}) };
    return dataResponse({ ...sourceFileRecord(row), ...sent }, 201);
  };

  const partUrl = (sourceFile: SourceFileRow, call: OperationRequest): ApiResponse => {
    const partNumber = idParam(call, 'partNumber');
    if (partNumber === undefined || partNumber > settings.maxParts) {
      return errorResponse(400, apiErrors.partNumber(settings.maxParts));
    }
    if (sourceFile.state !== 'UPLOADING') {
      return errorResponse(409, apiErrors.noMoreParts);
    }
    const isExpired = call.fault?.kind === 'expired-url';
    const expiresMs = isExpired ? Date.now() - 1000 : Date.now() + settings.partUrlLifeMs;
    const address = { sourceFileId: sourceFile.id, partNumber };
    return dataResponse({
      partNumber,
      url: signedPartUrl(context.origin(), context.secrets.urlSecret, address, expiresMs),
    });
  };

  const complete = async (
    sourceFile: SourceFileRow,
    { etags, sha1 }: z.output<typeof completionBody>,
    call: OperationRequest,
  ): Promise<ApiResponse> => {
    const outcome = await assembly.complete(
      sourceFile,
      { etags, sha1: sha1?.toLowerCase() ?? null },
      call.fault?.kind === 'slow-assembly' ? call.fault.ms : 0,
    );
    if (!outcome.ok) return outcome.response;
    return dataResponse(sourceFileRecord(outcome.value), outcome.value.state === 'ASSEMBLING' ? 202 : 200);
  };

  const sourceFile = '/databases/:databaseId/sourceFiles/:sourceFileId';
  return [
    operationWithBody(
      uploadable,
      { name: 'PostDatabaseDataset', method: 'POST', path: '/databases/:databaseId/datasets' },
      datasetBody,
      createDataset,
    ),
    operationWithBody(
      datasetFor,
      {
        name: 'PostDatasetFile',
        method: 'POST',
        path: '/databases/:databaseId/datasets/:datasetId/sourceFiles',
        bodyLimitBytes: bodyLimits.sourceFile,
      },
      sourceFileBody,
      createSourceFile,
    ),
    operationOn(
      sourceFileFor,
      { name: 'PostSourceFilePart', method: 'POST', path: `${sourceFile}/parts/:partNumber` },
      partUrl,
    ),
    operationOn(
      sourceFileFor,
      { name: 'GetSourceFileParts', method: 'GET', path: `${sourceFile}/parts` },
      ({ id }, call) =>
        pageResponse(
          call,
          (after, limit) => uploads.parts(id, after, limit).map((part) => ({ ...part, id: part.partNumber })),
          ({ partNumber, etag, sizeBytes }) => ({ partNumber, etag, size: sizeBytes }),
        ),
    ),
    operationWithBody(
      sourceFileFor,
      { name: 'PostSourceFile', method: 'POST', path: sourceFile, bodyLimitBytes: bodyLimits.completion },
      completionBody,
      complete,
    ),
  ];
}

const maskedPassword = '********';

function datasetRecord(row: DatasetRow): unknown {
  const settings: unknown = JSON.parse(row.settings);
  return { ...(typeof settings === 'object' ? settings : {}), id: row.id, name: row.name };
}

/** platform-interface 2.12. Passwords are kept in memory only, and never shown. */
function sourceFileRecord(row: SourceFileRow) {
  const childCustodians: unknown = JSON.parse(row.childCustodians);
  return {
    id: row.id,
    state: row.state,
    filename: row.filename,
    passwords: Array.from({ length: row.passwordCount }, () => maskedPassword),
    childCustodians,
    ...(row.custodian === null ? {} : { custodian: row.custodian }),
  };
}
