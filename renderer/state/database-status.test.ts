import { expect, it } from 'vitest';
import { upload } from '../../test/fixtures/views.ts';
import { isCurrentSize } from './database-status.ts';

it('the size of a database is read again once an upload to it ended, and while that may not be billed yet', () => {
  const ended = upload({ databaseId: 41, finishedAt: '2026-11-14T15:00:00.000Z' });
  const isCurrent = (askedAt: string, databaseId = 41) =>
    isCurrentSize(Date.parse(askedAt), databaseId, [upload({ databaseId: 41 }), ended]);
  expect(isCurrent('2026-11-14T14:59:00.000Z')).toBe(false);
  expect(isCurrent('2026-11-14T15:00:30.000Z')).toBe(false);
  expect(isCurrent('2026-11-14T15:02:00.000Z')).toBe(true);
  expect(isCurrent('2026-11-14T14:59:00.000Z', 42)).toBe(true);
});
