import { z } from 'zod';
import type { Assembler } from '../assembly.ts';
import type { SandboxContext } from '../context.ts';
import type { DirectLinkDownloader } from '../direct-links.ts';
import { signedPartUrl } from '../part-url.ts';
import type { ApiResponse } from '../response.ts';
import type { DatabaseRow } from '../store/accounts.ts';
import type { DatasetRow, SourceFileRow } from '../store/uploads.ts';
import {
  type ApiResult,
  authorizeDatabase,
  dataResponse,
  errorResponse,
  idParam,
  notFound,
  type Operation,
  type OperationRequest,
  pageResponse,
  succeeded,
} from './operation.ts';

/** Names of the other settings are not shown (platform-interface 4.1), so whatever comes is kept as it came. */
const datasetBody = z.looseObject({
  name: z.string().trim().min(1),
  description: z.string().optional(),
  deduplication: z.string().optional(),
  timezone: z.string().optional(),
});

const sourceFileBody = z.looseObject({
  filename: z.string().min(1),
  passwords: z.array(z.string()).nullish(),
  childCustodians: z
    .record(z.string().endsWith('/', 'must be a folder path that ends with a slash'), z.string())
    .nullish(),
  custodian: z.string().nullish(),
  directLink: z.url({ protocol: /^https?$/ }).nullish(),
});

const completionBody = z.looseObject({
  etags: z.array(z.string()).min(1, 'must hold the ETag of every part, in part order'),
  sha1: z
    .string()
    .regex(/^[0-9a-f]{40}$/i, 'must be 40 hexadecimal digits')
    .nullish(),
});

/** Operations that bring evidence in: datasets, source files, parts, completion. */
export function uploadOperations(
  context: SandboxContext,
  assembly: Pick<Assembler, 'complete'>,
  links: Pick<DirectLinkDownloader, 'probe' | 'start'>,
): readonly Operation[] {
  const { settings, uploads } = context;

  const sourceFileFor = (call: OperationRequest): ApiResult<SourceFileRow> => {
    const database = authorizeDatabase(context, call, 'upload');
    if (!database.ok) return database;
    const id = idParam(call, 'sourceFileId');
    const sourceFile = id === undefined ? undefined : uploads.sourceFile(id);
    return sourceFile === undefined || sourceFile.databaseId !== database.value.id
      ? notFound('source file')
      : succeeded(sourceFile);
  };

  const createDataset = (database: DatabaseRow, body: unknown): ApiResponse => {
    const parsed = datasetBody.safeParse(body);
    if (!parsed.success) return invalidBodyResponse(parsed.error);
    if (uploads.countDatasets(database.id) >= settings.maxDatasetsPerDatabase) {
      return errorResponse(
        422,
        `The limit of ${settings.maxDatasetsPerDatabase} datasets per database created through the API has been reached.`,
      );
    }
    const id = uploads.createDataset(database.id, parsed.data.name, JSON.stringify(parsed.data));
    const row = uploads.dataset(id);
    return row === undefined
      ? errorResponse(500, 'The dataset could not be read back.')
      : dataResponse(datasetRecord(row), 201);
  };

  const createSourceFile = async (call: OperationRequest): Promise<ApiResponse> => {
    const database = authorizeDatabase(context, call, 'upload');
    if (!database.ok) return database.refusal;
    const datasetId = idParam(call, 'datasetId');
    const dataset = datasetId === undefined ? undefined : uploads.dataset(datasetId);
    if (dataset === undefined || dataset.databaseId !== database.value.id) return notFound('dataset').refusal;
    const parsed = sourceFileBody.safeParse(call.body);
    if (!parsed.success) return invalidBodyResponse(parsed.error);
    const { filename, passwords, childCustodians, custodian, directLink } = parsed.data;
    if (typeof directLink === 'string') {
      const probe = await links.probe(directLink);
      if (!probe.ok) return errorResponse(400, probe.failure.message);
    }
    const id = uploads.createSourceFile({
      databaseId: database.value.id,
      datasetId: dataset.id,
      filename,
      passwords: passwords ?? [],
      childCustodians: childCustodians ?? {},
      custodian: custodian ?? null,
      directLink: directLink ?? null,
    });
    const row = uploads.sourceFile(id);
    if (row === undefined) return errorResponse(500, 'The source file could not be read back.');
    if (row.state === 'DOWNLOADING') links.start(row);
    return dataResponse(sourceFileRecord(row), 201);
  };

  const partUrl = (call: OperationRequest): ApiResponse => {
    const sourceFile = sourceFileFor(call);
    if (!sourceFile.ok) return sourceFile.refusal;
    const partNumber = idParam(call, 'partNumber');
    if (partNumber === undefined || partNumber > settings.maxParts) {
      return errorResponse(400, `The part number must be an integer from 1 to ${settings.maxParts}.`);
    }
    if (sourceFile.value.state !== 'UPLOADING') {
      return errorResponse(
        409,
        'The upload of this source file is already complete; it takes no more parts.',
      );
    }
    const expiresMs = call.urlIsExpired ? Date.now() - 1000 : Date.now() + settings.partUrlLifeMs;
    const address = { sourceFileId: sourceFile.value.id, partNumber };
    return dataResponse({
      partNumber,
      url: signedPartUrl(context.origin(), context.secrets.urlSecret, address, expiresMs),
    });
  };

  const complete = async (call: OperationRequest): Promise<ApiResponse> => {
    const sourceFile = sourceFileFor(call);
    if (!sourceFile.ok) return sourceFile.refusal;
    const parsed = completionBody.safeParse(call.body);
    if (!parsed.success) return invalidBodyResponse(parsed.error);
    const outcome = await assembly.complete(sourceFile.value, {
      etags: parsed.data.etags,
      sha1: parsed.data.sha1?.toLowerCase() ?? null,
    });
    return outcome.ok ? dataResponse(sourceFileRecord(outcome.value)) : outcome.refusal;
  };

  return [
    {
      name: 'PostDatabaseDataset',
      method: 'POST',
      path: '/databases/:databaseId/datasets',
      handle: (call) => {
        const database = authorizeDatabase(context, call, 'upload');
        return database.ok ? createDataset(database.value, call.body) : database.refusal;
      },
    },
    {
      name: 'PostDatasetFile',
      method: 'POST',
      path: '/databases/:databaseId/datasets/:datasetId/sourceFiles',
      handle: createSourceFile,
    },
    {
      name: 'PostSourceFilePart',
      method: 'POST',
      path: '/databases/:databaseId/sourceFiles/:sourceFileId/parts/:partNumber',
      handle: partUrl,
    },
    {
      name: 'GetSourceFileParts',
      method: 'GET',
      path: '/databases/:databaseId/sourceFiles/:sourceFileId/parts',
      handle: (call) => {
        const sourceFile = sourceFileFor(call);
        if (!sourceFile.ok) return sourceFile.refusal;
        const { id } = sourceFile.value;
        return pageResponse(
          call,
          (after, limit) => uploads.parts(id, after, limit),
          (part) => part.partNumber,
          (part) => ({ partNumber: part.partNumber, etag: part.etag, size: part.sizeBytes }),
        );
      },
    },
    {
      name: 'PostSourceFile',
      method: 'POST',
      path: '/databases/:databaseId/sourceFiles/:sourceFileId',
      handle: complete,
    },
  ];
}

function invalidBodyResponse(error: z.ZodError): ApiResponse {
  const [issue] = error.issues;
  const where =
    issue === undefined || issue.path.length === 0 ? 'The body' : `The field ${issue.path.join('.')}`;
  return errorResponse(400, `${where} is not valid: ${issue?.message ?? 'unknown problem'}.`);
}

function datasetRecord(row: DatasetRow): unknown {
  const settings: unknown = JSON.parse(row.settings);
  return { ...(typeof settings === 'object' ? settings : {}), id: row.id, name: row.name };
}

function sourceFileRecord(row: SourceFileRow): unknown {
  const childCustodians: unknown = JSON.parse(row.childCustodians);
  const passwords: unknown = JSON.parse(row.passwords);
  return {
    id: row.id,
    state: row.state,
    filename: row.filename,
    passwords,
    childCustodians,
    ...(row.custodian === null ? {} : { custodian: row.custodian }),
    ...(row.directLink === null ? {} : { directLink: row.directLink }),
  };
}
