import { describe, expect, it } from 'vitest';
import { failure } from '../../../../preload/contract/failures/failure.ts';
import { failureText } from '../../../../preload/contract/failures/failure-table.ts';
import type { NamedWatchRule } from '../../../../preload/contract/watch/watched-folder.ts';
import fc from '../../../../test/fixtures/property.ts';
import { watchedFolder } from '../../../../test/fixtures/watched-folder.ts';
import { words } from '../../../i18n/words.ts';
import { emptyWatchSetup, type WatchSetupForm } from '../../../state/watch-setup-form.ts';
import {
  datasetExample,
  patternsToCheck,
  presetSchedules,
  problemsOf,
  type SetupField,
  saveArgument,
  setupFormOf,
  setupProblems,
} from './setup-rule.ts';

const setupWords = words.watchSetup;
const form = (given: Partial<WatchSetupForm> = {}): WatchSetupForm => ({
  ...emptyWatchSetup,
  folder: { sourceId: 'one', path: '/evidence/inbox', kind: 'folder' },
  connectionId: 'one',
  databaseId: 41,
  ...given,
});

describe('a watched folder can be set up', () => {
  it.each<[SetupField, string, Partial<WatchSetupForm>]>([
    ['folder', setupWords.folderMissing, { folder: null }],
    ['folder', setupWords.notAFolder, { folder: { sourceId: 'x', path: '/a.pst', kind: 'file' } }],
    ['settle', setupWords.secondsInvalid, { settleSeconds: Number.NaN }],
    ['quiet', setupWords.secondsInvalid, { quietSeconds: 0 }],
    ['rescan', setupWords.secondsInvalid, { rescanSeconds: 86_401 }],
    ['marker', setupWords.nameNotPath, { marker: 'done/ready' }],
    ['include', setupWords.tooManyGlobs(200), { include: '*.pst\n'.repeat(201) }],
    ['exclude', setupWords.globTooLong(1000), { exclude: 'x'.repeat(1001) }],
    ['connection', words.newUploadSource.missingConnection, { connectionId: null }],
    ['database', words.newUploadSource.missingDatabase, { databaseId: null }],
    ['dataset', setupWords.datasetMissing, { dataset: '  ' }],
    ['dataset', setupWords.datasetUnknown('{matter}'), { dataset: '{matter} {date}' }],
    ['dataset', setupWords.datasetBrace, { dataset: '{folder} {' }],
    ['level', setupWords.levelInvalid, { custodianBy: 'folder', level: 1.5 }],
    ['pattern', setupWords.patternMissing, { custodianBy: 'pattern', pattern: '^([^/]+)/' }],
    ['custodian', setupWords.custodianUnnamed, { dataset: '{custodian}' }],
    ['moveTo', setupWords.moveToMissing, { afterwards: 'move', moveTo: ' ' }],
    ['moveTo', setupWords.nameNotPath, { afterwards: 'move', moveTo: '..' }],
    ['moveTo', setupWords.moveToMarker, { afterwards: 'move', moveTo: 'Done', marker: 'Done' }],
    [
      'days',
      words.ui.daysMissing,
      { scheduleChoice: 'custom', schedule: [{ days: [], from: '20:00', to: '06:00' }] },
    ],
  ])('only once %s is right: %s', (field, problem, given) => {
    expect(setupProblems(form(given), null)).toEqual({ [field]: problem });
  });

  it('only once the engine can use the patterns, each said at its own field', () => {
    const refused = failure('glob-invalid', { pattern: '[a', problem: 'missing ]' }).failure;
    const given = form({ include: '*.pst\n\n[a', custodianBy: 'pattern', pattern: '(?<custodian>x)' });
    expect(patternsToCheck(given)).toEqual({
      include: ['*.pst', '[a'],
      exclude: [],
      custodianPattern: '(?<custodian>x)',
    });
    const checked = { include: refused, exclude: null, custodianPattern: refused };
    const text = failureText(refused);
    expect(setupProblems(given, null, checked)).toEqual({ include: text, pattern: text });
    expect(patternsToCheck(form({ include: '*.pst\n'.repeat(201) }))).toBeNull();
  });

  it('with nothing more than a folder, a connection, and a database', () => {
    expect(setupProblems(form(), null)).toEqual({});
    expect(saveArgument(form(), null, '/evidence/inbox')).toMatchObject({
      ruleId: null,
      connectionId: 'one',
      path: 'one',
      custodianMap: null,
      rule: { name: 'inbox', database: 41, dataset: '{folder} {date}', schedule: null, afterwards: 'leave' },
    });
  });

  it('without choosing its folder again', () => {
    expect(setupProblems(form({ folder: null }), watchedFolder().rule)).toEqual({});
  });

  it('step by step: each shows its own problems', () => {
    const problems = setupProblems(form({ folder: null, databaseId: null }), null);
    expect(Object.keys(problemsOf('folder', problems))).toEqual(['folder']);
    expect(Object.keys(problemsOf('destination', problems))).toEqual(['database']);
    expect(problemsOf('rehearsal', problems)).toEqual({});
  });
});

const name = fc.stringMatching(/^[a-zA-Z_][\w .-]{0,18}\w$/);
const lines = fc.uniqueArray(fc.stringMatching(/^[\w*.]{1,12}$/), { maxLength: 4 });
const rules = fc.record<NamedWatchRule>({
  name,
  path: fc.constant('/evidence/inbox'),
  database: fc.integer({ min: 1, max: 99_999 }),
  dataset: fc.constantFrom('{folder} {date}', 'Intake', '{custodian}'),
  datasetPer: fc.constantFrom('rule', 'day', 'folder', 'batch'),
  settleSeconds: fc.integer({ min: 1, max: 86_400 }),
  quietSeconds: fc.integer({ min: 1, max: 86_400 }),
  rescanSeconds: fc.integer({ min: 1, max: 86_400 }),
  custodianBy: fc.constantFrom(null, 'folder:1', 'folder:32', 'regex:^(?<custodian>[^/:]+)/'),
  custodian: fc.option(name),
  custodianMap: fc.constantFrom(null, '/evidence/custodians.csv'),
  // Of a config file only.
  csvSeparator: fc.constant(null),
  passwordFile: fc.constantFrom(null, '/firm/passwords.txt'),
  hold: fc.subarray(['damaged', 'locked', 'empty', 'unchecked']),
  settings: fc.dictionary(name, fc.oneof(fc.boolean(), name)),
  pack: fc.constantFrom('auto', 'always', 'never'),
  include: lines,
  exclude: lines,
  marker: fc.option(name),
  sameContent: fc.constantFrom('send', 'skip', 'ask'),
  schedule: fc.oneof(
    fc.constantFrom(...Object.values(presetSchedules)),
    fc.array(
      fc.record({
        days: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 1 }),
        from: fc.constantFrom('00:00', '18:00', '22:00'),
        to: fc.constantFrom('00:00', '06:00', '08:00'),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  ),
  afterwards: fc.oneof(fc.constant('leave' as const), fc.record({ moveTo: name })),
  polling: fc.constantFrom('auto', 'always', 'never'),
});

describe('editing a rule', () => {
  it('without changing anything saves the same rule', () => {
    fc.assert(
      fc.property(rules, (rule) => {
        const folder = watchedFolder({ rule, connectionId: 'one' });
        const saved = saveArgument(setupFormOf(folder), folder.id, rule.path);
        const { path: _, custodianMap, csvSeparator: __, passwordFile, ...same } = rule;
        expect(saved?.rule).toEqual(same);
        expect(saved?.path).toBeNull();
        expect(saved?.custodianMap).toBe(custodianMap === null ? null : 'keep');
        expect(saved?.passwordFile).toBe(passwordFile === null ? null : 'keep');
      }),
    );
  });
});

describe('the example of a dataset name', () => {
  const today = new Date(2026, 10, 4);
  it.each<[Partial<WatchSetupForm>, string]>([
    [{}, 'Intake 2026-11-04'],
    [{ datasetPer: 'folder' }, `${setupWords.exampleTopFolder} 2026-11-04`],
    [{ dataset: '{custodian}', custodian: 'Doe, Jane' }, 'Doe, Jane'],
    [{ dataset: '{custodian}', custodian: 'Doe, Jane', custodianBy: 'folder' }, setupWords.exampleCustodian],
  ])('of %j is %s', (given, example) => {
    expect(datasetExample(form(given), 'D:\\Evidence\\Intake\\', today)).toBe(example);
  });
});
