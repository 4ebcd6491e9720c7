import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { SandboxContext } from '../context.ts';
import { type CsvSource, type FormProblem, type OpenedCsv, openFormFile } from '../directories/open-csv.ts';
import { stageCustodians, storeStaged } from '../directories/sync-custodians.ts';
import { isOutOfSpace } from '../disk-space.ts';
import type { SandboxForm } from '../options.ts';
import { bodyLimits } from '../request-limits.ts';
import { type ApiResponse, dataResponse, errorResponse } from '../response.ts';
import type { DirectoryRow } from '../store/directories.ts';
import { apiErrors, csvProblems, eventDescriptions } from '../words.ts';
import { isParentAdminOf } from './access.ts';
import {
  type ApiResult,
  forbidden,
  idParam,
  notFound,
  type Operation,
  type OperationRequest,
  operationOn,
  succeeded,
} from './operation.ts';

const maxBytes = bodyLimits.custodianCsv;
/** The largest size of a form, besides the CSV in it. */
const maxFormBytes = 1_000_000;
const tooLarge = errorResponse(413, csvProblems.tooLarge(maxBytes));

const formErrors: Readonly<Record<FormProblem, ApiResponse>> = {
  'no-file': errorResponse(400, csvProblems.noFile),
  malformed: errorResponse(400, csvProblems.endedEarly),
};

/** Custodians of legal hold directories (platform-interface 4.1). */
export function directoryOperations(context: SandboxContext): readonly Operation[] {
  const { directories, events, files } = context;
  const { form } = context.settings;
  /** One after the other: two syncs of the same people would both add them. */
  let queue: Promise<unknown> = Promise.resolve();
  const store = (directory: DirectoryRow, file: string): Promise<void> => {
    const stored = queue.then(() => storeStaged(directories, directory.id, form, file));
    queue = stored.catch(() => undefined);
    return stored;
  };
  const sync = async (
    directory: DirectoryRow,
    userId: number,
    { csv, ended }: CsvSource,
    file: string,
  ): Promise<ApiResponse> => {
    const staged = await stageCustodians(csv, file, { form, maxBytes });
    if (!staged.ok) {
      return staged.problem === undefined
        ? formErrors.malformed
        : errorResponse(staged.problem.status, staged.problem.message);
    }
    const problem = await ended;
    if (problem !== undefined) return formErrors[problem];
    await store(directory, file);
    events.record({
      organizationId: directory.organizationId,
      type: 'DIRECTORY_SYNCED',
      userId,
      description: eventDescriptions.directorySynced(directory.name),
      data: { directoryId: directory.id, ignored: staged.ignored.length },
    });
    return dataResponse({ custodians: staged.ignored });
  };

  return [
    operationOn(
      (call) => authorizeDirectory(context, call),
      {
        name: 'SyncDirectoryCustodians',
        method: 'POST',
        path: '/directories/:directoryId/custodians',
        readsRequest: true,
      },
      async (directory, call) => {
        if (Number(call.request.headers['content-length'] ?? 0) > maxBytes + maxFormBytes) return tooLarge;
        const opened = await openCsv(call.request, form);
        if (opened === undefined) return errorResponse(415, csvProblems.mediaType[form]);
        if (!opened.ok) return formErrors[opened.problem];
        const file = files.temporary();
        try {
          return await sync(directory, call.caller.id, opened, file);
        } catch (error) {
          if (isOutOfSpace(error)) return errorResponse(507, csvProblems.notWritten);
          throw error;
        } finally {
          await rm(file, { force: true });
        }
      },
    ),
  ];
}

/** Undefined for a content type that isn't accepted. The base form knows the form upload only. */
async function openCsv(request: IncomingMessage, form: SandboxForm): Promise<OpenedCsv | undefined> {
  const contentType = request.headers['content-type'] ?? '';
  const mediaType = contentType.split(';', 1)[0]?.trim().toLowerCase();
  if (mediaType === 'multipart/form-data') return openFormFile(request, contentType);
  if (mediaType !== 'text/csv' || form === 'base') return undefined;
  return { ok: true, csv: request, ended: Promise.resolve(undefined) };
}

/** Custodian sync rule 10, which admits no parent org admin. Another organization's directory is reported as not found. */
function authorizeDirectory(context: SandboxContext, call: OperationRequest): ApiResult<DirectoryRow> {
  const { accounts, directories } = context;
  const directory = directories.directory(idParam(call, 'directoryId') ?? 0);
  const owner = directory === undefined ? undefined : accounts.organization(directory.organizationId);
  if (directory === undefined || owner === undefined) return notFound('directory');
  const permissions = accounts.memberPermissions(owner.id, call.caller.id);
  if (permissions === undefined && !isParentAdminOf(context, owner, call.caller.id))
    return notFound('directory');
  return permissions?.includes('ORG_ADMIN') === true || permissions?.includes('LEGAL_HOLD_ADMIN') === true
    ? succeeded(directory)
    : forbidden(apiErrors.legalHoldAdminOnly);
}
