import { expect, test } from 'vitest';
import { uploadId } from '../../preload/contract/views/ids.ts';
import type { UploadView } from '../../preload/contract/views/views.ts';
import { upload } from '../../test/fixtures/views.ts';
import { createUploadStarter } from './upload-starter.ts';

test('links of a draft are given again at each start, also to a restarted engine, until all are sent', async () => {
  const calls: { name: string; argument: unknown }[] = [];
  const starter = createUploadStarter({
    call: async (name, argument) => {
      calls.push({ name, argument });
      return JSON.parse(
        JSON.stringify({ ok: true, value: name === 'drafts.scan' ? upload({ id: 7 }) : null }),
      );
    },
  });
  const links = ['https://h.example/a.zip?sig=1'];
  await starter.scanDraft({
    connectionId: 'c',
    databaseId: 1,
    dataset: { id: 2 },
    sources: [],
    links,
    followSymlinks: false,
  });
  await starter.start({ uploadId: uploadId.parse(7), links: [], held: 'ask', confirmDatabase: 'Acme' });
  expect(calls.at(-1)).toEqual({
    name: 'uploads.run',
    argument: { uploadId: 7, links, held: 'ask', isStart: true, confirmDatabase: 'Acme' },
  });
  await starter.start({
    uploadId: uploadId.parse(7),
    links: ['https://h.example/a.zip?sig=2'],
    held: 'ask',
    confirmDatabase: null,
  });
  expect(calls.at(-1)?.argument).toMatchObject({ links: ['https://h.example/a.zip?sig=2'] });

  const linksAfter = async (data: UploadView) => {
    starter.handleEvent({ event: 'upload.changed', data });
    await starter.resume({ uploadId: uploadId.parse(7), links: [] });
    return calls.at(-1)?.argument;
  };
  const { totals } = upload();
  const held = { ...totals, held: { items: 1, bytes: 0 } };
  expect(await linksAfter(upload({ id: 7, state: 'finished', totals: held }))).toMatchObject({
    links: ['https://h.example/a.zip?sig=2'],
  });
  expect(await linksAfter(upload({ id: 7, state: 'finished', totals }))).toMatchObject({ links: [] });
});
