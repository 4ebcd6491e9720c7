import { describe, expect, it } from 'vitest';
import { type Failed, failure, success } from '../../preload/contract/failures/failure.ts';
import { uploadId as uploadIdOf } from '../../preload/contract/views/ids.ts';
import { upload } from '../../test/fixtures/views.ts';
import { createUploadStarter } from '../uploads/upload-starter.ts';
import { type UploadsDependencies, uploadHandlers } from './uploads.ts';

function createHandlers() {
  const calls: { readonly name: string; readonly argument: unknown }[] = [];
  const revoked: number[] = [];
  const refusals = new Map<string, Failed>();
  const engine: UploadsDependencies['engine'] = {
    call: async (name, argument) => {
      calls.push({ name, argument });
      const refusal = refusals.get(name);
      if (refusal !== undefined) return refusal;
      const values: Readonly<Record<string, unknown>> = {
        'uploads.requeueFailed': { items: 2, chosenAgain: 0 },
        'receipts.write': {
          head: 'f'.repeat(64),
          signedWith: success({ fingerprint: 'a'.repeat(64), storage: 'file', replaces: null }),
          timestamp: null,
          problems: [],
          profileChange: null,
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
  });
  const refuse = (name: string, refusal: Failed) => refusals.set(name, refusal);
  return { handlers, calls, refuse, revoked };
}

describe('retrying failed links', () => {
  const link = 'https://files.example/disk.e01?sig=renewed';

  it('queues what failed and runs the upload with the links that the person entered', async () => {
    const { handlers, calls } = createHandlers();
    const retried = await handlers['uploads.retryFailed']({ uploadId: uploadIdOf.parse(7), links: [link] });
    expect(retried).toEqual(success({ items: 2, chosenAgain: 0 }));
    expect(calls).toEqual([
      { name: 'uploads.provideLinks', argument: { uploadId: uploadIdOf.parse(7), links: [link] } },
      { name: 'uploads.requeueFailed', argument: { uploadId: uploadIdOf.parse(7) } },
      {
        name: 'uploads.run',
        argument: { uploadId: uploadIdOf.parse(7), links: [link], held: 'ask', isStart: false },
      },
    ]);
  });

  it.each(['uploads.retryFailed', 'uploads.start'] as const)(
    'does nothing by %s if a link matches none that is left to send',
    async (name) => {
      const { handlers, calls, refuse } = createHandlers();
      const stray = failure('link-not-needed', { link: 'https://files.example/disk.e02' });
      refuse('uploads.provideLinks', stray);
      const argument = {
        uploadId: uploadIdOf.parse(7),
        links: [link],
        held: 'retry' as const,
        confirmDatabase: null,
      };
      expect(await handlers[name](argument)).toEqual(stray);
      expect(calls.map((call) => call.name)).toEqual(['uploads.provideLinks']);
    },
  );

  it.each(['uploads.retryFailed', 'uploads.start'] as const)(
    'is refused by %s with the position of a line that is not a link, and never its text',
    async (name) => {
      const { handlers, calls } = createHandlers();
      const argument = {
        uploadId: uploadIdOf.parse(7),
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
  const argument = { uploadId: uploadIdOf.parse(7), links: [], held: 'ask' as const, confirmDatabase: null };

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

describe('saving a log head', () => {
  const receipt = { uploadId: uploadIdOf.parse(7), format: 'json' as const, path: '/receipt.json' };
  const head = { uploadId: uploadIdOf.parse(7), path: '/head.txt' };

  it('leaves it to the engine, which knows where evidence is', async () => {
    const { handlers, calls, refuse } = createHandlers();
    const refusal = failure('output-in-source', { path: head.path, source: '/', same: false });
    refuse('exports.text', refusal);
    await handlers['uploads.saveReceipt'](receipt);
    expect(await handlers['uploads.saveLogHead'](head)).toEqual(refusal);
    expect(calls.map((call) => call.name)).toEqual(['receipts.write', 'exports.text']);
  });

  it('writes the one that the engine gave, and none for a receipt that was not saved', async () => {
    const { handlers, calls } = createHandlers();
    expect(await handlers['uploads.saveLogHead'](head)).toEqual(success(false));
    expect(calls).toEqual([]);
    await handlers['uploads.saveReceipt'](receipt);
    expect(await handlers['uploads.saveLogHead'](head)).toEqual(success(true));
    expect(await handlers['uploads.saveLogHead']({ ...head, uploadId: uploadIdOf.parse(8) })).toEqual(
      success(false),
    );
    const written = calls.filter(({ name }) => name === 'exports.text');
    expect(written).toHaveLength(1);
    expect(JSON.stringify(written)).toContain('Kessler v. Marlow');
    expect(JSON.stringify(written)).toContain('f'.repeat(64));
    expect(JSON.stringify(written).toLowerCase()).toContain('a'.repeat(4));
  });
});
