import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { outcomeOfReport } from '../../../main/cli/outcome.ts';
import {
  isWriterProved,
  receiptProofText,
  timeBoundText,
  timeNotProved,
  verifyLimitText,
  writerNotProved,
} from '../../../preload/contract/texts/verify-text.ts';
import type { ComparisonView, VerifyView } from '../../../preload/contract/views/verify-view.ts';
import { sameComparison } from '../../../test/fixtures/comparison.ts';
import { words } from '../../i18n/words.ts';
import { VerifyReport } from './verify-report.tsx';
import { notProvedLines, proofTone, provedLines } from './verify-result.ts';

const fingerprint = 'ab'.repeat(32);
const signed: VerifyView = {
  path: '/receipts/EV-1.json',
  uploadId: 'id',
  serverUrl: 'https://review.example.com',
  isSandbox: false,
  databaseName: 'Ostrel v. Larkmoor',
  datasetName: 'First',
  user: 'paralegal',
  hostName: 'intake-3',
  issuedAt: null,
  items: 3,
  bytes: 30,
  outcomes: {
    accepted: { items: 3 },
    handedOver: { items: 0 },
    skipped: { items: 0 },
    failed: { items: 0 },
    held: { items: 0 },
    pending: { items: 0 },
  },
  head: 'cd'.repeat(32),
  proof: 'signed',
  signer: { fingerprint, storage: 'file' },
  timestamp: null,
  headMatches: false,
  problems: [],
  mismatches: [],
  limits: [],
  comparison: null,
};
const timestamp = {
  at: '2026-01-01T00:00:00.000Z',
  authority: 'Ostrel Time',
  serial: '01',
  policy: '1.2',
  certificateSha256: fingerprint,
  isTrusted: true,
};
const comparison: ComparisonView = {
  ...sameComparison,
  sameBy: [{ hashes: ['sha256', 'sha1'], files: 2 }],
};
const { verify } = words;

describe('the result of a verification', () => {
  test.each<[string, Partial<VerifyView>, readonly string[], readonly string[]]>([
    [
      'an unknown key',
      {},
      [verify.signedBy(fingerprint)],
      [verify.whoseKey, timeNotProved, verify.filesNotCompared],
    ],
    ['the expected key', { proof: 'signed-as-expected' }, [verify.signedAsExpected], [timeNotProved]],
    ["this computer's key", { proof: 'signed-here' }, [verify.signedHere], [timeNotProved]],
    [
      'no signature',
      { proof: 'consistent', signer: null },
      [verify.consistent],
      [verify.whoWrote, timeNotProved],
    ],
    [
      'a comparison',
      { comparison },
      ['2 files in the folder: same size, SHA-256, and SHA-1 as in the receipt.'],
      [verify.whoseKey],
    ],
    ['files that Lading moved', { comparison: { ...comparison, moved: 2 } }, [verify.moved(2)], []],
    ['files without a hash', { comparison: { ...comparison, sameSizeOnly: 1 } }, [], [verify.sizeOnly(1)]],
    ['links', { outcomes: { ...signed.outcomes, handedOver: { items: 2 } } }, [], [verify.handedOver(2)]],
    ['a sandbox', { isSandbox: true }, [], [verify.sandbox]],
  ])('with %s', (_what, changes, proved, notProved) => {
    const view = { ...signed, ...changes };
    expect(provedLines(view)).toEqual(expect.arrayContaining([...proved]));
    expect(notProvedLines(view)).toEqual(expect.arrayContaining([...notProved]));
  });

  test('says nothing is proved by a receipt that was changed', () => {
    const view: VerifyView = { ...signed, proof: 'not-intact', signer: null };
    expect([...provedLines(view), ...notProvedLines(view)]).toEqual([]);
  });

  test('says that a time stamp by an unchecked authority proves no time', () => {
    const view = { ...signed, timestamp: { ...timestamp, isTrusted: false } };
    expect(provedLines(view).join(' ')).not.toContain('Ostrel Time');
    expect(notProvedLines(view)).toContain(timeNotProved);
    expect(notProvedLines(view).join(' ')).toContain('Ostrel Time');
  });

  test.each<[string, Partial<VerifyView>, 'ok' | 'warn', string]>([
    ['a receipt that was changed', { proof: 'not-intact', comparison }, 'warn', 'No differences'],
    [
      'another receipt than the expected one',
      { proof: 'not-expected', comparison },
      'warn',
      'No differences',
    ],
    [
      'a receipt of links only',
      { comparison: { ...comparison, same: 0, sameBy: [], notCompared: 2 } },
      'warn',
      'No files were compared',
    ],
    [
      'a receipt without some hashes',
      { comparison: { ...comparison, sameSizeOnly: 1 } },
      'warn',
      'No differences, but some files were compared by size only',
    ],
    ['a receipt of the same files', { comparison }, 'ok', 'No differences'],
  ])('of %s and a folder without differences is as the exit code says', (_what, changes, tone, title) => {
    const view: VerifyView = { ...signed, proof: 'signed-as-expected', ...changes };
    const shown = renderToStaticMarkup(createElement(VerifyReport, { view }));
    expect(shown).toMatch(new RegExp(`notice-${tone}"((?!notice-(ok|warn|bad)).)*>${title}<`));
    expect(outcomeOfReport({ ...view, against: view.comparison }) === 'done').toBe(tone === 'ok');
  });

  test.each(['not-intact', 'not-expected'] as const)('of a receipt that is %s proves no folder', (proof) => {
    expect(provedLines({ ...signed, proof, comparison }).join(' ')).not.toContain('in the folder');
  });

  test('names the time stamp instead of saying that the time is not proved', () => {
    const view = { ...signed, timestamp };
    expect(provedLines(view).join(' ')).toContain('Ostrel Time at 2026-01-01 00:00:00 UTC');
    expect(notProvedLines(view)).not.toContain(timeNotProved);
    // It bounds the times from above only.
    expect(notProvedLines(view)).toContain(timeBoundText(timestamp.at));
  });

  test('says that nothing proves who wrote it, unless a key or a log head that the person knows was proved', () => {
    for (const proof of ['signed', 'consistent'] as const) {
      expect(notProvedLines({ ...signed, proof })).toContain(writerNotProved);
      expect(notProvedLines({ ...signed, proof, headMatches: true })).not.toContain(writerNotProved);
    }
    const unsigned = { ...signed, proof: 'consistent', signer: null } as const;
    expect(notProvedLines(unsigned)).toContain(words.verify.whoWrote);
    expect(notProvedLines({ ...unsigned, headMatches: true })).not.toContain(words.verify.whoWrote);
    for (const proof of ['signed-here', 'signed-as-expected'] as const)
      expect(notProvedLines({ ...signed, proof })).not.toContain(writerNotProved);
  });

  test.each<[VerifyView['proof'], boolean, string]>([
    ['consistent', false, 'warn'],
    ['consistent', true, 'ok'],
    ['signed', false, 'warn'],
    ['signed', true, 'ok'],
    ['signed-here', false, 'ok'],
    ['signed-as-expected', false, 'ok'],
    ['not-expected', true, 'bad'],
    ['not-intact', true, 'bad'],
  ])('a receipt that is %s has, head %s, the color of what its writer proved', (proof, headMatches, tone) => {
    expect(proofTone({ proof, headMatches })).toBe(tone);
    expect(isWriterProved({ proof, headMatches })).toBe(tone === 'ok');
  });

  test('says that anyone could have changed an unsigned receipt only without its log head', () => {
    expect(receiptProofText('consistent').text).toContain('anyone could have changed it');
    expect(receiptProofText('consistent', true).text).not.toContain('anyone could have changed it');
  });

  test('says what the log of the receipt does not cover', () => {
    const limit = { code: 'items-not-recorded', items: 6 } as const;
    expect(notProvedLines({ ...signed, limits: [limit] })).toContain(verifyLimitText(limit));
  });
});
