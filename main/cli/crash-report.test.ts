import { expect, it } from 'vitest';
import { KnownSecrets } from '../../preload/contract/texts/known-secrets.ts';
import { crashDirFromArgs, formatCrashReport } from './crash-report.ts';

it('goes to the state folder, which is found before the arguments are parsed', () => {
  expect(crashDirFromArgs(['status', '--state', '/s'], {})).toBe('/s');
  expect(crashDirFromArgs(['status', '--state=/s'], {})).toBe('/s');
  expect(crashDirFromArgs(['status'], { XDG_STATE_HOME: '/x' })).toMatch(/lading$/i);
});

it('contains the stack, the version and no secret', () => {
  const report = formatCrashReport(
    new Error('odd key prod.ab12cd.Zm9vYmFyYmF6cXV4'),
    '1.2.3',
    new KnownSecrets(),
  );
  expect(report).toMatch(/^Lading 1\.2\.3, Node v.*\n.*Z\n\nError: odd key prod\.ab12cd\.…\n {4}at /);
});
