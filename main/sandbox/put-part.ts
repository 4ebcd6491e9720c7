import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { SandboxContext } from './context.ts';
import type { Fault } from './faults.ts';
import { checkPartUrl, type PartAddress } from './part-url.ts';
import { receiveBody } from './receive-body.ts';
import { type ApiResponse, errorResponse } from './response.ts';
import { apiErrors } from './words.ts';

export interface PartUpload {
  readonly address: PartAddress;
  readonly query: Readonly<Record<string, unknown>>;
  readonly fault: Fault | undefined;
  onBytes(totalBytes: number): void;
}

/**
 * Receives one part. Its bytes are written to a new file first and belong to the upload only with their row, so a
 * broken connection leaves nothing behind and an acknowledged part survives this process.
 * Returns undefined if the connection broke.
 */
export async function receivePart(
  context: SandboxContext,
  raw: IncomingMessage,
  put: PartUpload,
): Promise<ApiResponse | undefined> {
  const { settings, uploads, files } = context;
  const { address, fault } = put;
  const refused = checkPartUpload(context, raw, put);
  if (refused !== undefined) return refused;

  const name = `${address.partNumber}.${randomBytes(6).toString('hex')}`;
  const file = settings.discard ? undefined : files.part(address.sourceFileId, name);
  if (file !== undefined) await mkdir(files.partsFolder(address.sourceFileId), { recursive: true });
  const discardFile = async (): Promise<void> => {
    if (file !== undefined) await rm(file, { force: true });
  };

  const end = await receiveBody(raw, {
    file,
    md5: settings.etags === 'md5',
    onBytes: put.onBytes,
    ...(fault?.kind === 'slow' ? { bytesPerSecond: fault.bytesPerSecond } : {}),
  });
  switch (end.kind) {
    case 'aborted':
      await discardFile();
      return undefined;
    case 'unwritable':
      await discardFile();
      return errorResponse(507, apiErrors.partNotWritten);
    case 'complete': {
      const etag = `"${end.md5 ?? randomBytes(16).toString('hex')}"`;
      const row = uploads.storePart(address.sourceFileId, {
        partNumber: address.partNumber,
        etag,
        md5: end.md5,
        sizeBytes: end.sizeBytes,
        file: file === undefined ? '' : name,
      });
      if (!row.stored) {
        await discardFile();
        return errorResponse(
          409,
          'The upload of this source file is already complete; it takes no more parts.',
        );
      }
      if (row.replaced !== undefined && row.replaced !== '') {
        await rm(files.part(address.sourceFileId, row.replaced), { force: true });
      }
      const sentEtag = fault?.kind === 'wrong-etag' ? `"${randomBytes(16).toString('hex')}"` : etag;
      return { status: 200, body: undefined, headers: { etag: sentEtag } };
    }
  }
}

function checkPartUpload(
  context: SandboxContext,
  raw: IncomingMessage,
  put: PartUpload,
): ApiResponse | undefined {
  const { settings, uploads, secrets } = context;
  // platform-interface 5.5: a client that sends the API key to a part URL leaks it.
  if (raw.headers.authorization !== undefined) {
    return errorResponse(400, apiErrors.keyOnPartUrl);
  }
  const check = checkPartUrl(secrets.urlSecret, put.address, put.query, Date.now());
  if (check === 'altered') return errorResponse(403, apiErrors.wrongSignature);
  if (check === 'expired' || put.fault?.kind === 'expired-url') {
    return errorResponse(403, apiErrors.expiredUrl);
  }
  const length = raw.headers['content-length'];
  if (length === undefined) return errorResponse(411, apiErrors.lengthRequired);
  if (Number(length) > settings.maxPartBytes) {
    return errorResponse(413, apiErrors.partTooLarge(settings.maxPartBytes));
  }
  const sourceFile = uploads.sourceFile(put.address.sourceFileId);
  if (sourceFile === undefined) return errorResponse(404, apiErrors.notFound('source file'));
  if (sourceFile.state !== 'UPLOADING') {
    return errorResponse(409, apiErrors.noMoreParts);
  }
  return undefined;
}
