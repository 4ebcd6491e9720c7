import { expect, it } from 'vitest';
import { reasonText } from '../failures/failure-table.ts';
import { findingText } from './finding-text.ts';
import { utcText } from './utc-text.ts';

const at = '2026-11-26T22:25:31.117Z';

it('is a time to the minute, in UTC', () => {
  expect(utcText(at)).toBe('2026-11-26 22:25 UTC');
  expect(utcText('2026-11-26T22:25:31Z')).toBe('2026-11-26 22:25 UTC');
  expect(utcText('another time')).toBe('another time');
});

it('no reason of a skipped file shows a time as it is stored', () => {
  const sent = { upload: 'u', at, sourceFileId: 7 };
  expect(reasonText({ code: 'already-sent', ...sent })).toContain('on 2026-11-26 22:25 UTC (source file 7)');
  expect(findingText({ code: 'new-version', details: { upload: 'u', at } })).toContain(
    'on 2026-11-26 22:25 UTC.',
  );
  const copy = { of: 'a.pdf', sha256: 'ab', upload: 'u', at };
  expect(reasonText({ code: 'duplicate', ...copy })).toContain('was sent on 2026-11-26 22:25 UTC.');
});
