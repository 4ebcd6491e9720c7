import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createActivity } from '../../../main/activity.ts';
import { createEngineHost } from '../../../main/engine-host.ts';
import { uploadHandlers } from '../../../main/ipc/uploads.ts';
import { createSources } from '../../../main/sources.ts';
import type { SandboxView } from '../../../preload/contract/views.ts';
import { memoryFile } from './sample-views.ts';

const practising: SandboxView = { kind: 'running', url: 'http://127.0.0.1:1', connectionId: 'practice' };

function stage(sandbox: SandboxView, sampleMatter: string | null) {
  const sources = createSources();
  const engine = createEngineHost({
    start: () => {
      throw new Error('no engine in this test');
    },
    onEvent: () => undefined,
    onState: () => undefined,
    onReady: () => undefined,
    onCrash: () => undefined,
  });
  const handlers = uploadHandlers({
    engine,
    activity: createActivity(memoryFile({ uploadIds: [] }), () => undefined),
    sources,
    dialogs: { choose: async () => [], chooseFile: async () => null, save: async () => null },
    sandbox: { view: sandbox },
    sampleMatter,
  });
  return { sources, handlers };
}

describe('the sample matter', () => {
  let sample = '';
  beforeAll(async () => {
    sample = await mkdtemp(join(tmpdir(), 'lading-sample-'));
  });
  afterAll(() => rm(sample, { recursive: true, force: true }));

  it('is a chosen source like any other while somebody practises', async () => {
    const { handlers, sources } = stage(practising, sample);
    const chosen = await handlers['sources.sample'](undefined);
    expect(chosen).toMatchObject({ ok: true, value: [{ path: sample, kind: 'folder' }] });
    expect(sources.paths(chosen.ok ? chosen.value.map(({ sourceId }) => sourceId) : [])).toEqual({
      ok: true,
      value: [sample],
    });
  });

  it('is not handed out to somebody who does not practise', async () => {
    for (const kind of ['stopped', 'starting'] as const) {
      const { handlers } = stage({ kind }, sample);
      expect(await handlers['sources.sample'](undefined)).toMatchObject({
        ok: false,
        failure: { code: 'bad-input', message: expect.stringContaining('Start practising first') },
      });
    }
  });

  it.each([
    ['the installation carries none', () => null],
    ['somebody removed it', () => join(sample, 'gone')],
  ])('is said to be missing where %s', async (_, place) => {
    const { handlers } = stage(practising, place());
    expect(await handlers['sources.sample'](undefined)).toMatchObject({
      ok: false,
      failure: { code: 'path-missing' },
    });
  });
});
