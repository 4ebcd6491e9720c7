/** The operations of uploads with every role's key, in both forms (platform-interface 1.3, 4.1). */
import { describe, expect, test } from 'vitest';
import type { Platform } from '../../main/engine/platform/platform.ts';
import type { Role } from '../../main/sandbox/index.ts';
import { codeOf, unwrap } from '../fixtures/result.ts';
import { md5Of, putBytes } from '../sandbox/sandbox-client.ts';
import { covers } from './covers.ts';
import { valuesAt } from './record-samples.ts';
import { roles, sandboxForTests } from './sandbox-platform.ts';

describe.each(['base', 'extended'] as const)('%s form', (form) => {
  const platforms = sandboxForTests({ form });
  type Call = (platform: Platform) => ReturnType<Platform['call']>;

  /** DB_UPLOAD, or an org admin whom the database admits. */
  async function expectUploadersOnly(call: Call): Promise<void> {
    const expected: Readonly<Record<Role, string>> = {
      admin: 'ok',
      databaseAdmin: 'ok',
      uploader: 'ok',
      reader: 'forbidden',
      legalHoldAdmin: 'forbidden',
      parentOrganization: form === 'extended' ? 'forbidden' : 'not-found',
      otherOrganization: 'not-found',
      revoked: 'key-refused',
    };
    for (const role of roles) {
      const answer = await call(platforms().as(role));
      expect([role, codeOf(answer)]).toEqual([role, expected[role]]);
    }
  }

  const record = async (...[name, input]: Parameters<Platform['call']>): Promise<unknown> => {
    const answer = unwrap(await platforms().as('uploader').call(name, input));
    return answer.kind === 'page' ? answer.elements : answer.data;
  };
  const path = () => ({ databaseId: platforms().sandbox.databaseId });
  const newDataset = async () => {
    const [datasetId] = valuesAt(
      await record('PostDatabaseDataset', { path: path(), body: { name: 'A' } }),
      'id',
    );
    return { ...path(), datasetId };
  };
  const newSourceFile = async () => {
    const body = { filename: 'a.txt' };
    const created = await record('PostDatasetFile', { path: await newDataset(), body });
    const [sourceFileId] = valuesAt(created, 'id');
    return { created, path: { ...path(), sourceFileId } };
  };

  test('PostDatabaseDataset takes the permission to upload', async () => {
    covers('operation PostDatabaseDataset', 'rule 1.3.2');
    await expectUploadersOnly((platform) =>
      platform.call('PostDatabaseDataset', { path: path(), body: { name: 'A' } }),
    );
  });

  test('PostDatasetFile takes the permission to upload', async () => {
    covers('operation PostDatasetFile');
    const dataset = await newDataset();
    await expectUploadersOnly((platform) =>
      platform.call('PostDatasetFile', { path: dataset, body: { filename: 'a.txt' } }),
    );
  });

  test('a source file is UPLOADING from its creation on, and its parts have URLs', async () => {
    covers('operation PostSourceFilePart', 'rule 3.1.1');
    const file = await newSourceFile();
    expect(valuesAt(file.created, 'state')).toEqual(['UPLOADING']);
    await expectUploadersOnly((platform) =>
      platform.call('PostSourceFilePart', { path: { ...file.path, partNumber: 1 } }),
    );
  });

  test('uploaded parts are listed with their ETags, then the file is completed with them', async () => {
    covers('operation PostSourceFile', 'rule 4.1.an-operation-that-lists', 'rule 3.1.3');
    const file = await newSourceFile();
    const bytes = Buffer.from('the whole file');
    const [url] = valuesAt(
      await record('PostSourceFilePart', { path: { ...file.path, partNumber: 1 } }),
      'url',
    );
    expect(await putBytes(String(url), bytes)).toMatchObject({ status: 200 });
    const [listed] = [await record('GetSourceFileParts', { path: file.path })].flat();
    const [etag] = valuesAt(listed, 'etag');
    expect(String(etag)).toContain(md5Of(bytes));
    await expectUploadersOnly((platform) => platform.call('GetSourceFileParts', { path: file.path }));
    for (const role of ['reader', 'otherOrganization'] as const) {
      const refused = await platforms()
        .as(role)
        .call('PostSourceFile', { path: file.path, body: { etags: [etag] } });
      expect(codeOf(refused)).toBe(role === 'reader' ? 'forbidden' : 'not-found');
    }
    const completed = await record('PostSourceFile', { path: file.path, body: { etags: [etag] } });
    expect(valuesAt(completed, 'data.id')).toEqual(valuesAt(file.created, 'id'));
    expect(valuesAt(completed, 'data.state')).not.toEqual(['UPLOADING']);
  });
});
