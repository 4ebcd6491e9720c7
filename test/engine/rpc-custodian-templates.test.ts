import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { UploadId } from '../../preload/contract/views/ids.ts';
import { call, callOk, draft, folder, setUpHandlers } from './rpc-handlers.ts';

setUpHandlers();

async function custodiansOf(uploadId: UploadId) {
  const { custodians } = await callOk('drafts.custodians', { uploadId });
  return custodians.map(({ custodian }) => custodian).toSorted();
}

async function draftOf(name: string): Promise<UploadId> {
  for (const person of ['jsmith', 'Roe', 'Box 1']) {
    mkdirSync(join(folder, name, person), { recursive: true });
    writeFileSync(join(folder, name, person, 'a.txt'), person);
  }
  return (await draft([join(folder, name)])).id;
}

test('a template brings rules, default and accepted names to the next upload, in one change', async () => {
  const first = await draftOf('first');
  await callOk('drafts.setCustodians', {
    uploadId: first,
    rules: [{ kind: 'pattern', pattern: '^(?<custodian>[^/ ]+)/', ignoreCase: false }],
    custodian: 'Files, Loose',
  });
  await callOk('drafts.mergeCustodians', { uploadId: first, from: ['jsmith'], to: 'John Smith' });
  const expected = ['Files, Loose', 'John Smith', 'Roe'];
  expect(await custodiansOf(first)).toEqual(expected);
  const { id } = await callOk('custodianTemplates.save', { uploadId: first, name: 'Acme' });

  const second = await draftOf('second');
  const [offered] = await callOk('custodianTemplates.list', { uploadId: second });
  expect(offered).toMatchObject({ id, name: 'Acme', fits: 'database', rules: 1, names: 1 });
  await callOk('custodianTemplates.apply', { uploadId: second, id });
  expect(await custodiansOf(second)).toEqual(expected);
  await callOk('drafts.undoCustodians', { uploadId: second, direction: 'undo' });
  expect(await custodiansOf(second)).toEqual([null]);

  // As a file, and back under its name.
  const path = join(folder, 'acme.json');
  await callOk('custodianTemplates.write', { id, path });
  expect(readFileSync(path, 'utf8')).not.toContain(folder);
  expect(await call('custodianTemplates.add', { path })).toMatchObject({
    failure: { code: 'custodian-template-exists' },
  });
  await callOk('custodianTemplates.rename', { id, name: 'Acme 2025' });
  expect(await callOk('custodianTemplates.add', { path })).toEqual({ name: 'Acme' });
  expect(await call('custodianTemplates.rename', { id, name: 'Acme' })).toMatchObject({
    failure: { code: 'custodian-template-exists' },
  });
  await callOk('custodianTemplates.remove', { id });
  const names = (await callOk('custodianTemplates.list', { uploadId: second })).map(({ name }) => name);
  expect(names).toEqual(['Acme']);
  expect(await call('custodianTemplates.apply', { uploadId: second, id })).toMatchObject({
    failure: { code: 'custodian-template-not-found' },
  });
});
