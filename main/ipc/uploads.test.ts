import { describe, expect, it } from 'vitest';
import { type Failed, failure, success } from '../../preload/contract/failure.ts';
import { upload } from '../../test/fixtures/views.ts';
import { createUploadStarter } from '../uploads/upload-starter.ts';
import { fileNames } from '../words.ts';
import { suggestedFileName } from './suggested-file-name.ts';
import { type UploadsDependencies, uploadHandlers } from './uploads.ts';

function createHandlers(savePath: string | null = null) {
  const calls: { readonly name: string; readonly argument: unknown }[] = [];
  const suggestions: string[] = [];
  const revoked: number[] = [];
  const refusals = new Map<string, Failed>();
  const engine: UploadsDependencies['engine'] = {
    call: async (name, argument) => {
      calls.push({ name, argument });
      const refusal = refusals.get(name);
      if (refusal !== undefined) return refusal;
      const values: Readonly<Record<string, unknown>> = {
        'uploads.requeueFailed': { items: 2 },
        'receipts.write': {
          head: 'f'.repeat(64),
          signedWith: success({ fingerprint: 'a'.repeat(64), storage: 'file', replaces: null }),
          timestamp: null,
          problems: [],
        },
      };
      const value = values[name];
      return JSON.parse(JSON.stringify({ ok: true, value }));
    },
  };
  const handlers = uploadHandlers({
    engine,
    starter: createUploadStarter(engine),
    now: () => new Date(2026, 10, 5),
    tracker: { find: (id) => (id === 7 ? upload({ id, name: 'Kessler v. Marlow' }) : undefined) },
    signingKey: { read: async () => null },
    timestamps: async () => success(null),
    pathGrants: { revokeOf: (uploadId) => revoked.push(uploadId) },
    dialogs: {
      chooseSavePath: async (_, suggestedName) => {
        suggestions.push(suggestedName);
        return savePath;
      },
    },
  });
  const refuse = (name: string, refusal: Failed) => refusals.set(name, refusal);
  return { handlers, calls, suggestions, refuse, revoked };
}

describe('retrying failed links', () => {
  const link = 'https://files.example/disk.e01?sig=renewed';

  it('queues what failed and runs the upload with the links that the person entered', async () => {
    const { handlers, calls } = createHandlers();
    const retried = await handlers['uploads.retryFailed']({ uploadId: 7, links: [link] });
    expect(retried).toEqual(success({ items: 2 }));
    expect(calls).toEqual([
      { name: 'uploads.provideLinks', argument: { uploadId: 7, links: [link] } },
      { name: 'uploads.requeueFailed', argument: { uploadId: 7 } },
      { name: 'uploads.run', argument: { uploadId: 7, links: [link], held: 'ask', isStart: false } },
    ]);
  });

  it.each(['uploads.retryFailed', 'uploads.start'] as const)(
    'does nothing by %s if a link matches none that is left to send',
    async (name) => {
      const { handlers, calls, refuse } = createHandlers();
      const stray = failure('link-not-needed', { link: 'https://files.example/disk.e02' });
      refuse('uploads.provideLinks', stray);
      const argument = { uploadId: 7, links: [link], held: 'retry' as const, confirmDatabase: null };
      expect(await handlers[name](argument)).toEqual(stray);
      expect(calls.map((call) => call.name)).toEqual(['uploads.provideLinks']);
    },
  );

  it.each(['uploads.retryFailed', 'uploads.start'] as const)(
    'is refused by %s with the position of a line that is not a link, and never its text',
    async (name) => {
      const { handlers, calls } = createHandlers();
      const argument = {
        uploadId: 7,
        links: [link, 'opensesame'],
        held: 'ask' as const,
        confirmDatabase: null,
      };
      expect(await handlers[name](argument)).toEqual(failure('link-malformed', { position: 2 }));
      expect(calls).toEqual([]);
    },
  );
});

describe('starting an upload', () => {
  const argument = { uploadId: 7, links: [], held: 'ask' as const, confirmDatabase: null };

  it('ends the grants of its sources, and only if it started', async () => {
    const { handlers, refuse, revoked } = createHandlers();
    refuse('uploads.run', failure('closing'));
    expect((await handlers['uploads.start'](argument)).ok).toBe(false);
    expect(revoked).toEqual([]);
    const started = createHandlers();
    expect((await started.handlers['uploads.start'](argument)).ok).toBe(true);
    expect(started.revoked).toEqual([7]);
  });
});

describe('saving files', () => {
  const query = { uploadId: 7, sort: null, states: [], search: '' };

  it('suggests a name after the upload', async () => {
    const { handlers, suggestions } = createHandlers();
    await handlers['uploads.saveReceipt']({ uploadId: 7, format: 'json' });
    await handlers['uploads.exportItems'](query);
    await handlers['uploads.exportItems']({ ...query, states: ['failed', 'held', 'skipped'] });
    await handlers['uploads.exportItems']({ ...query, states: ['failed'] });
    await handlers['uploads.exportItems']({ ...query, states: ['held'] });
    await handlers['uploads.exportItems']({ ...query, states: ['skipped'] });
    await handlers['uploads.saveReceipt']({ uploadId: 8, format: 'csv' });
    await handlers['uploads.exportList'](undefined);
    expect(suggestions).toEqual([
      'Receipt Kessler v. Marlow 2026-11-05.json',
      'Files Kessler v. Marlow 2026-11-05.csv',
      'Exceptions Kessler v. Marlow 2026-11-05.csv',
      'Failed files Kessler v. Marlow 2026-11-05.csv',
      'Files to review Kessler v. Marlow 2026-11-05.csv',
      'Skipped files Kessler v. Marlow 2026-11-05.csv',
      'Receipt Upload 8 2026-11-05.csv',
      'Uploads 2026-11-05.csv',
    ]);
  });

  it('keeps the date of a long name, and leaves out what no file name may have', () => {
    const long = `Re: "Kessler/Marlow"\n${'x'.repeat(300)}`;
    const name = suggestedFileName(fileNames.files(long, [], new Date(2026, 10, 5)), 'csv');
    expect(name).toMatch(/^Files Re Kessler Marlow x{60,} 2026-11-05\.csv$/);
    expect(name.length).toBeLessThan(130);
  });

  it('writes nothing when the dialog is cancelled', async () => {
    const { handlers, calls } = createHandlers(null);
    expect(await handlers['uploads.exportItems'](query)).toEqual(success(null));
    expect(calls).toEqual([]);
  });

  it('leaves the log head to the engine, which knows where evidence is', async () => {
    const { handlers, calls, refuse } = createHandlers('/evidence/head.txt');
    const refusal = failure('output-in-source', {
      path: '/evidence/head.txt',
      source: '/evidence',
      same: false,
    });
    refuse('exports.text', refusal);
    await handlers['uploads.saveReceipt']({ uploadId: 7, format: 'json' });
    expect(await handlers['uploads.saveLogHead']({ uploadId: 7 })).toEqual(refusal);
    expect(calls.map((call) => call.name)).toEqual(['receipts.write', 'exports.text']);
  });

  it('writes the log head that the engine gave it, and none for a receipt that was not saved', async () => {
    const { handlers, calls } = createHandlers('/head.txt');
    expect(await handlers['uploads.saveLogHead']({ uploadId: 7 })).toEqual(success(null));
    expect(calls).toEqual([]);
    await handlers['uploads.saveReceipt']({ uploadId: 7, format: 'json' });
    expect(await handlers['uploads.saveLogHead']({ uploadId: 7 })).toEqual(success({ path: '/head.txt' }));
    expect(await handlers['uploads.saveLogHead']({ uploadId: 8 })).toEqual(success(null));
    const written = calls.filter(({ name }) => name === 'exports.text');
    expect(written).toHaveLength(1);
    expect(JSON.stringify(written)).toContain('f'.repeat(64));
    expect(JSON.stringify(written).toLowerCase()).toContain('a'.repeat(4));
  });

  it('writes where the person chose', async () => {
    const { handlers, calls } = createHandlers('/out.csv');
    expect(await handlers['uploads.exportItems'](query)).toEqual(success({ path: '/out.csv' }));
    expect(calls).toEqual([{ name: 'exports.items', argument: { ...query, path: '/out.csv' } }]);
  });
});
