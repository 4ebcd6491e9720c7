/** A new dataset whose processing settings differ from the database's earlier ones. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { jsonLines } from './command.ts';
import { lading } from './in-process.ts';
import { makeUploadEvidence } from './upload-evidence.ts';

const { dir, options, uploadArgs } = await makeUploadEvidence();

it('a setting that differs from earlier datasets is a warning, in a dry run and before the upload', async () => {
  const state = join(dir, 'state');
  const settings = join(dir, 'settings.json');
  writeFileSync(settings, JSON.stringify({ timezone: 'America/New_York' }));
  const first = await lading(uploadArgs(state, 'First', '--settings', settings), options());
  expect([first.code, first.err]).toEqual([0, '']);
  const warning = /Time zone: .*\. The last dataset of this database used America\/New_York\./i;
  const planned = await lading(uploadArgs(state, 'Second', '--dry-run'), options());
  expect(planned.err).toMatch(warning);
  const same = await lading(uploadArgs(state, 'Second', '--dry-run', '--settings', settings), options());
  expect(same.err).toBe('');
  const second = await lading(uploadArgs(state, 'Second', '--json'), options());
  expect(jsonLines(second.out).find(({ event }) => event === 'setting-differs')).toMatchObject({
    field: 'timezone',
    before: 'America/New_York',
    datasets: 1,
  });
});
