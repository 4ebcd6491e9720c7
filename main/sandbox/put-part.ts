import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import type { SandboxContext } from './context.ts';
import type { Fault } from './faults.ts';
import { checkPartUrl, type PartAddress } from './part-url.ts';
import { receiveBody } from './receive-body.ts';
import { type ApiResponse, errorResponse } from './response.ts';

export interface PartUpload {
  readonly address: PartAddress;
  readonly query: Readonly<Record<string, unknown>>;
  readonly fault: Fault | undefined;
  onBytes(totalBytes: number): void;
}

/**
 * Takes the bytes of one part. They are written under a name of their own first and belong to the upload only with
 * their row, so a broken connection leaves nothing behind and an answered part outlives this process.
 * Gives undefined when the connection broke.
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
    case 'broken':
      await discardFile();
      return undefined;
    case 'unwritable':
      await discardFile();
      return errorResponse(507, 'The sandbox could not write this part to its disk.');
    case 'whole': {
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
      const told = fault?.kind === 'wrong-etag' ? `"${randomBytes(16).toString('hex')}"` : etag;
      return { status: 200, body: undefined, headers: { etag: told } };
    }
  }
}

function checkPartUpload(
  context: SandboxContext,
  raw: IncomingMessage,
  put: PartUpload,
): ApiResponse | undefined {
  const { settings, uploads, secrets } = context;
  // platform-interface 5.5: part URLs are used without the API key; a client that sends it leaks it.
  if (raw.headers.authorization !== undefined) {
    return errorResponse(400, 'A part URL is used without an Authorization header.');
  }
  const check = checkPartUrl(secrets.urlSecret, put.address, put.query, Date.now());
  if (check === 'altered') return errorResponse(403, 'The signature of this part URL is not valid.');
  if (check === 'expired' || put.fault?.kind === 'expired-url') {
    return errorResponse(403, 'This part URL has expired.');
  }
  const length = raw.headers['content-length'];
  if (length === undefined) return errorResponse(411, 'A part is sent with its Content-Length.');
  if (Number(length) > settings.maxPartBytes) {
    return errorResponse(413, `A part has at most ${settings.maxPartBytes} bytes.`);
  }
  const sourceFile = uploads.sourceFile(put.address.sourceFileId);
  if (sourceFile === undefined) return errorResponse(404, 'No source file was found for the given id.');
  if (sourceFile.state !== 'UPLOADING') {
    return errorResponse(409, 'The upload of this source file is already complete; it takes no more parts.');
  }
  return undefined;
}
