import { describe, expect, it } from 'vitest';
import { failure } from '../../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../../preload/contract/failures/failure-table.ts';
import { type WatchRuleDraft, watchRule } from '../../../../preload/contract/watch/watched-folder.ts';
import { watchedFolder } from '../../../../test/fixtures/watched-folder.ts';
import { words } from '../../../i18n/words.ts';
import { emptyWatchSetup, watchSetupFormOf } from '../../../state/watch-setup-form.ts';
import { datasetExample, problemsOf, ruleToCheck, type SetupField, setupProblems } from './setup-rule.ts';
import { stepOf } from './watch-setup-screen.tsx';

const setupWords = words.watchSetup;
const rule = (given: Partial<WatchRuleDraft> = {}): WatchRuleDraft => ({
  ...emptyWatchSetup.rule,
  path: '/evidence/inbox',
  database: 41,
  ...given,
});
const problems = (given: Partial<WatchRuleDraft>, connectionId: string | null = 'one') =>
  setupProblems({ rule: rule(given), connectionId });

describe('a watched folder can be set up', () => {
  it.each<[SetupField, string, Partial<WatchRuleDraft>]>([
    ['path', setupWords.folderMissing, { path: undefined }],
    ['database', words.newUploadSource.missingDatabase, { database: undefined }],
    ['dataset', setupWords.datasetMissing, { dataset: '  ' }],
    ['afterwards', setupWords.moveToMissing, { afterwards: { moveTo: ' ' } }],
    ['settleSeconds', 'Must be a number.', { settleSeconds: Number.NaN }],
    ['quietSeconds', 'Must be at least 1.', { quietSeconds: 0 }],
    ['rescanSeconds', 'Must be at most 86400.', { rescanSeconds: 86_401 }],
    ['marker', 'Use a name, not a path.', { marker: 'done/ready' }],
    ['afterwards', 'Use a name, not a path.', { afterwards: { moveTo: '..' } }],
    ['include', 'Must have at most 200 entries.', { include: Array<string>(201).fill('*.pst') }],
    ['exclude', 'Line 2: must have at most 1000 characters.', { exclude: ['*.tmp', 'x'.repeat(1001)] }],
    [
      'schedule',
      'Line 1: must have at least 1 entry.',
      { schedule: [{ days: [], from: '20:00', to: '06:00' }] },
    ],
  ])('only once %s is right: %s', (field, problem, given) => {
    expect(problems(given)).toEqual({ [field]: problem });
  });

  it('only with a connection, of which the database is one', () => {
    const connection = words.newUploadSource.missingConnection;
    expect(problems({ database: undefined }, null)).toEqual({ connection });
  });

  it('only once the engine finds nothing wrong, each said at its own field', () => {
    const refused = failure('glob-invalid', { pattern: '[a', problem: 'missing ]' }).failure;
    const unnamed = failure('watch-rule-invalid', {
      field: 'dataset',
      problem: 'nothing-names-custodian',
      value: '{custodian}',
    }).failure;
    const given = { rule: rule({ include: ['[a'], dataset: '{custodian}' }), connectionId: 'one' };
    expect(
      setupProblems(given, [
        { field: 'include', failure: refused },
        { field: 'dataset', failure: unnamed },
      ]),
    ).toEqual({ include: failureText(refused), custodian: failureText(unnamed) });
  });

  it.each([
    ['folder:', setupWords.levelInvalid(999)],
    ['regex:', setupWords.patternMissing],
  ])('without a word of the command line: %s', (custodianBy, text) => {
    const malformed = {
      field: 'custodianBy',
      problem: 'custodian-rule-malformed',
      value: custodianBy,
    } as const;
    const { failure: refused } = failure('watch-rule-invalid', malformed);
    const given = { rule: rule({ custodianBy }), connectionId: 'one' };
    expect(setupProblems(given, [{ field: 'custodianBy', failure: refused }])).toEqual({ custodianBy: text });
  });

  it('with nothing more than a folder, a connection, and a database', () => {
    expect(problems({})).toEqual({});
    expect(setupProblems({ ...emptyWatchSetup, connectionId: null })).toEqual({
      path: setupWords.folderMissing,
      connection: words.newUploadSource.missingConnection,
    });
  });

  it('as it was saved, without choosing anything again', () => {
    const folder = watchedFolder({ connectionId: 'one' });
    expect(setupProblems(watchSetupFormOf(folder))).toEqual({});
  });

  it.each<Partial<WatchRuleDraft>>([
    {},
    { custodianBy: 'folder:32', custodian: 'Doe, Jane', custodianMap: '/map.csv', csvSeparator: 'tab' },
    { custodianBy: 'regex:^(?<custodian>[^/:]+)/', passwordFile: '/firm/passwords.txt', hold: ['locked'] },
    { settings: { ocr: true, pages: [1, 2] }, include: ['*.pst', ' a'], exclude: ['~$*'], marker: '_DONE' },
    {
      schedule: [{ days: [6, 0], from: '00:00', to: '00:00' }],
      afterwards: { moveTo: 'Done' },
      pack: 'never',
    },
  ])('and saved again as it was: %j', (given) => {
    expect(watchRule.parse(rule(given))).toEqual(rule(given));
  });

  it('step by step: each shows its own problems', () => {
    const all = problems({ path: undefined, database: undefined });
    expect(Object.keys(problemsOf('folder', all, stepOf))).toEqual(['path']);
    expect(Object.keys(problemsOf('destination', all, stepOf))).toEqual(['database']);
    expect(problemsOf('rehearsal', all, stepOf)).toEqual({});
    expect(Object.keys(problemsOf('destination', problems({}, null), stepOf))).toEqual(['connection']);
  });
});

describe('the engine checks', () => {
  it('a rule of which much is missing', () => {
    expect(ruleToCheck(emptyWatchSetup.rule)).toEqual({ rule: emptyWatchSetup.rule });
  });

  it('the fields that the schema accepts', () => {
    const checked = ruleToCheck(rule({ include: ['[a'], exclude: [''], quietSeconds: Number.NaN }));
    expect(checked?.rule).toMatchObject({ include: ['[a'], exclude: [], quietSeconds: 120 });
  });
});

describe('the example of a dataset name', () => {
  const today = new Date(2026, 10, 4, 9, 30, 5);
  const path = 'D:\\Evidence\\Intake\\';
  it.each<[Partial<WatchRuleDraft>, string]>([
    [{}, 'Intake 2026-11-04 09:30:05'],
    [{ datasetPer: 'folder', dataset: '{folder} {date}' }, `${setupWords.exampleTopFolder} 2026-11-04`],
    [{ dataset: '{custodian}', custodian: 'Doe, Jane' }, 'Doe, Jane'],
    [
      { dataset: '{custodian}', custodian: 'Doe, Jane', custodianBy: 'folder:1' },
      setupWords.exampleCustodian,
    ],
    [
      { dataset: '{custodian}', custodian: 'Doe, Jane', custodianMap: 'D:\\custodians.csv' },
      setupWords.exampleCustodian,
    ],
    [{ dataset: '{folder}', path: undefined }, setupWords.exampleFolder],
    [{ dataset: `${'x'.repeat(250)} {date}` }, `${'x'.repeat(250)} 2026`],
  ])('of %j is %s', (given, example) => {
    expect(datasetExample(rule({ path, ...given }), today)).toBe(example);
  });
});
