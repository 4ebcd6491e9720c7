import { EventEmitter } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SandboxView } from '../../preload/contract/views.ts';
import { memoryFile } from '../../test/fakes/main-state.ts';
import { createEngineHost } from '../processes/engine-host.ts';
import { createSources } from '../uploads/path-grants.ts';
import { createActivity } from '../uploads/upload-tracker.ts';
import { uploadHandlers } from './uploads.ts';

const practising: SandboxView = { kind: 'running', url: 'http://127.0.0.1:1', connectionId: 'practice' };

function stage(sandbox: SandboxView, sampleMatter: string | null = null) {
  const hear = new EventEmitter();
  const sources = createSources();
  const asked: { readonly name: string; readonly argument: unknown }[] = [];
  const engine = createEngineHost({
    start: () => ({
      pid: 1,
      postMessage({ id, name, argument }) {
        asked.push({ name, argument });
        const value = name === 'uploads.requeueFailed' ? { items: 2 } : undefined;
        hear.emit('message', { id, result: { ok: true, value } });
      },
      onMessage(listener) {
        hear.on('message', listener);
        listener({ ready: { ok: true, value: undefined } });
      },
      onExit: () => undefined,
      kill: () => undefined,
    }),
    onEvent: () => undefined,
    onState: () => undefined,
    onReady: () => undefined,
    onCrash: () => undefined,
  });
  engine.start();
  const activity = createActivity(memoryFile({ uploadIds: [] }), () => undefined);
  const handlers = uploadHandlers({
    engine,
    activity,
    sources,
    dialogs: { choose: async () => [], chooseFile: async () => null, save: async () => null },
    sandbox: { view: sandbox },
    sampleMatter,
  });
  return { sources, handlers, activity, asked };
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

describe('links of which only a part is kept', () => {
  const link = 'https://files.example/disk.e01?sig=renewed';

  it('are sent again with what the person gives at the retry, and are known from then on', async () => {
    const { handlers, activity, asked } = stage(practising);
    activity.keepLinks(7, [
      'https://files.example/disk.e01?sig=expired',
      'https://files.example/b.zip?sig=2',
    ]);
    const retried = await handlers['uploads.retryFailed']({ uploadId: 7, links: [link] });
    expect(retried).toEqual({ ok: true, value: { items: 2 } });
    const links = ['https://files.example/b.zip?sig=2', link];
    expect(asked).toEqual([
      { name: 'uploads.requeueFailed', argument: { uploadId: 7 } },
      { name: 'uploads.run', argument: { uploadId: 7, links, held: 'ask' } },
    ]);
    expect(activity.linksOf(7)).toEqual(links);
  });

  it.each(['uploads.retryFailed', 'uploads.start'] as const)(
    'stop %s when a line is no link, which is named by its number alone',
    async (name) => {
      const { handlers, activity, asked } = stage(practising);
      const argument = { uploadId: 7, links: [link, 'opensesame'], held: 'ask' as const };
      const answer = await handlers[name](argument);
      expect(answer).toMatchObject({ ok: false, failure: { code: 'bad-input' } });
      expect(JSON.stringify(answer)).toContain('Line 2');
      expect(JSON.stringify(answer)).not.toContain('opensesame');
      expect(asked).toEqual([]);
      expect(activity.linksOf(7)).toEqual([]);
    },
  );
});
