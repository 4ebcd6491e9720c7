import { X509Certificate } from 'node:crypto';
import { generate } from 'selfsigned';
import { beforeAll, describe, expect, it } from 'vitest';
import { failure, success } from '../../preload/contract/failures/failure.ts';
import { app } from '../../test/fixtures/views.ts';
import { defaultSettings, type Settings } from '../app/settings.ts';
import { createPathGrants } from './path-grants.ts';
import { receiptHandlers } from './receipts.ts';

let authority = '';
beforeAll(async () => {
  const made = await generate([{ name: 'commonName', value: 'Ostrel Time Root' }], {
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }],
  });
  authority = made.cert;
});

const view = app();

function createHandlers(isConfirmed: boolean) {
  const asked: string[] = [];
  const saved: Partial<Settings>[] = [];
  const handlers = receiptHandlers({
    pathGrants: createPathGrants(async (paths) => success(paths.map(() => 'file'))),
    engine: {
      call: async (name) => {
        const savedAt = '2026-11-14T10:00:00.000Z';
        const value = [{ id: 7, uploadId: 3, path: '/reports/receipt-3.json', savedAt }];
        return JSON.parse(JSON.stringify(name === 'receipts.saved' ? success(value) : failure('stopped')));
      },
    },
    dialogs: {
      confirm: async ({ message, detail }) => {
        asked.push(`${message} ${detail}`);
        return isConfirmed;
      },
    },
    settings: {
      current: defaultSettings,
      setTimestamps: async (changes) => {
        saved.push(changes);
        return success(view);
      },
    },
    readCaFile: async () => success(authority),
  });
  return { handlers, asked, saved };
}

describe('a receipt that was saved last', () => {
  it('is chosen by its number, and its path comes from the store', async () => {
    const { handlers } = createHandlers(true);
    expect(await handlers['receipts.chooseSaved']({ id: 7 })).toMatchObject({
      value: { path: '/reports/receipt-3.json', kind: 'file' },
    });
    expect(await handlers['receipts.chooseSaved']({ id: 8 })).toEqual(success(null));
  });
});

describe('the certificates of a time-stamping authority', () => {
  it('are trusted once a person has seen what they say, and for time stamps only', async () => {
    const { handlers, asked, saved } = createHandlers(true);
    expect(await handlers['receipts.trustTimestampCertificates']({ path: '/tsa.pem' })).toMatchObject({
      ok: true,
    });
    expect(asked[0]).toContain('for time stamps?');
    expect(asked[0]).toContain(`SHA-256: ${new X509Certificate(authority).fingerprint256}`);
    expect(asked[0]).not.toContain('every server');
    expect(saved).toEqual([{ timestampCertificates: authority }]);
  });

  it('are not trusted without a yes', async () => {
    const { handlers, saved } = createHandlers(false);
    expect(await handlers['receipts.trustTimestampCertificates']({ path: '/tsa.pem' })).toEqual(
      failure('certificate-not-confirmed'),
    );
    expect(saved).toEqual([]);
  });
});
