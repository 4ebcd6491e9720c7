import { afterEach, expect, test } from 'vitest';
import { storeHolderText, windowCommand } from './store-holder-text.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

test('the holder of a data folder is named with the time in the zone of the person who reads it', () => {
  process.env['TZ'] = 'America/New_York';
  const holder = { command: 'lading watch', pid: 4711, host: 'HP-WS-12', since: '2026-11-14T20:20:08.000Z' };
  expect(storeHolderText(holder)).toBe(
    '“lading watch”, process 4711 on HP-WS-12, since Nov 14, 2026, 15:20 EST',
  );
  expect(storeHolderText({ ...holder, command: windowCommand })).toBe(
    'the Lading window on HP-WS-12, since Nov 14, 2026, 15:20 EST',
  );
});
