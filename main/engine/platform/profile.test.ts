import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import { operationNames } from '../../../preload/contract/platform/operations.ts';
import { covers } from '../../../test/conformance/covers.ts';
import fc from '../../../test/fixtures/property.ts';
import { checkSettings } from './processing-settings.ts';
import { type Profile, profileJsonSchema } from './profile.ts';
import { defaultProfilePath, loadProfile, parseProfile } from './profile-file.ts';

const text = readFileSync(defaultProfilePath, 'utf8');

function value(result: ReturnType<typeof parseProfile>): Profile {
  if (!result.ok) throw new Error(failureText(result.failure));
  return result.value;
}

/** What the message says, after a change of the default profile's text. */
function refusal(changed: string): string {
  expect(changed).not.toBe(text);
  const result = parseProfile(changed, 'mine.json');
  if (result.ok) return 'accepted';
  expect(result.failure).toMatchObject({ code: 'profile-invalid', path: 'mine.json' });
  return failureText(result.failure);
}

/** "line 12, column 3" of the first occurrence. */
function placeOf(part: string, within: string): string {
  const before = within.slice(0, within.indexOf(part)).split('\n');
  return `line ${before.length}, column ${(before.at(-1) ?? '').length + 1}`;
}

describe('the default profile', () => {
  test('is accepted, and has the limits of the specification', async () => {
    covers(
      'rule 8.request-rate',
      'rule 8.page-size',
      'rule 8.page-size-for-activity-log',
      'rule 8.parts-per-upload',
      'rule 8.part-size',
      'rule 8.source-file-size',
      'rule 8.csv-size',
    );
    const loaded = value(await loadProfile());
    // platform-interface 8
    expect(loaded.limits).toEqual({
      requestsPerSecond: 25,
      maxParts: 10_000,
      minPartBytes: 5_000_000,
      maxPartBytes: 5_000_000_000,
      recommendedPartBytes: 50_000_000,
      maxFileBytes: 5_000_000_000_000,
      csvBytes: 190_000_000,
      pageSize: { default: 100, max: 200 },
      eventPageSize: { default: 1000, max: 10_000 },
    });
  });

  test('marks as known exactly what platform-interface 4.1 shows in full', async () => {
    covers('rule 4.common-rules.3');
    const { operations } = value(await loadProfile());
    expect(operationNames.filter((name) => operations[name].known)).toEqual([
      'PostDatabaseDataset',
      'PostDatasetFile',
      'PostSourceFilePart',
    ]);
  });

  test('lets no creation be repeated blindly', async () => {
    const { operations } = value(await loadProfile());
    expect(operationNames.filter((name) => operations[name].repeat === 'unsafe')).toEqual([
      'PostDatabaseDataset',
      'PostDatasetFile',
      'PostSourceFile',
      'SyncDirectoryCustodians',
      'PostOrganizationUsers',
      'ResendInvitation',
    ]);
  });

  test('has a JSON Schema beside it that is current (node resources/profiles/write-schema.ts)', () => {
    const written: unknown = JSON.parse(
      readFileSync(new URL('../../../resources/profiles/profile.schema.json', import.meta.url), 'utf8'),
    );
    expect(written).toEqual(profileJsonSchema());
  });
});

describe('a profile with an error is refused with line, column and reason:', () => {
  test('a missing file', async () => {
    expect(await loadProfile('/nowhere/mine.json')).toMatchObject({
      ok: false,
      failure: { code: 'profile-missing' },
    });
  });

  test('a folder', async () => {
    expect(await loadProfile(tmpdir())).toMatchObject({ ok: false, failure: { code: 'profile-unreadable' } });
  });

  test('a comment', () => {
    const changed = text.replace('  "version"', '  // mine\n  "version"');
    expect(refusal(changed)).toContain(`${placeOf('// mine', changed)}: JSON can't have comments`);
  });

  test('a trailing comma', () => {
    expect(refusal('{\n  "version": 1,\n}')).toContain('line 3, column 1');
  });

  test('a name as long as a file, of which the message quotes the start', () => {
    const message = refusal(text.replace('"version"', `"${'['.repeat(20_000)}version"`));
    expect(message).toContain('line 3, column 3: [[[');
    expect(message.length).toBeLessThan(2_000);
  });

  test('an empty file', () => {
    expect(refusal('')).toContain('line 1, column 1');
  });

  test('a wrong type', () => {
    const changed = text.replace('"requestsPerSecond": 25', '"requestsPerSecond": "25"');
    expect(refusal(changed)).toContain(`${placeOf('"25"', changed)}: limits.requestsPerSecond: `);
  });

  test('an unknown operation, named ahead of the one it leaves missing', () => {
    const changed = text.replace('"GetDatabaseSize"', '"GetDatabaseSzie"');
    const message = refusal(changed);
    expect(message).toContain(`${placeOf('"GetDatabaseSzie"', changed)}: operations.GetDatabaseSzie`);
    expect(message).toContain('did you mean GetDatabaseSize?');
    expect(message).toContain('operations.GetDatabaseSize is missing');
    expect(message.indexOf('Szie')).toBeLessThan(message.indexOf('Size is missing'));
  });

  test('an unknown placeholder', () => {
    const changed = text.replace('/databases/{databaseId}/size', '/databases/{dbId}/size');
    expect(refusal(changed)).toContain(
      `${placeOf('"/databases/{dbId}/size"', changed)}: operations.GetDatabaseSize.path: unknown placeholder {dbId}`,
    );
  });

  test.each(['databases', '/databases/', '/data bases', '/a?b=c', '/../x', '/x/.', '//evil.example'])(
    'the path %s',
    (path) => {
      const changed = text.replace('"/databases/{databaseId}/size"', JSON.stringify(path));
      expect(refusal(changed)).toContain('operations.GetDatabaseSize.path');
    },
  );

  test('a limit above its upper limit', () => {
    const changed = text.replace('"minPartBytes": 5000000', '"minPartBytes": 6000000000');
    expect(refusal(changed)).toContain('minPartBytes is above maxPartBytes');
  });

  test('a pattern that is none', () => {
    const changed = text.replace('"titlePattern": "', '"titlePattern": "(');
    expect(refusal(changed)).toContain(': alreadyComplete.titlePattern');
  });

  test.each([
    ['(?=already)', '(?= is lookahead'],
    ['(already) \\\\1', '\\1 is a backreference'],
  ])('a pattern with what only backtracking could match: %s', (pattern, problem) => {
    const changed = text.replace('"titlePattern": "', `"titlePattern": "${pattern}`);
    expect(refusal(changed)).toContain(`alreadyComplete.titlePattern: ${problem}`);
  });

  test('a setting given twice', () => {
    expect(refusal(text.replace('"field": "timezone"', '"field": "deduplication"'))).toContain(
      'appears twice',
    );
  });

  test('and no text makes it throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.nat(text.length).map((cut) => text.slice(0, cut)),
        ),
        (any) => {
          const result = parseProfile(any, 'mine.json');
          if (!result.ok) expect(failureText(result.failure)).toMatch(/line \d+, column \d+: /);
        },
      ),
    );
  });
});

test('what an older profile does not say about completions is as in the default profile', () => {
  const profile = JSON.parse(text);
  const { completion } = profile;
  delete profile.completion;
  delete profile.fields.completion.id;
  delete profile.alreadyComplete.exceptPattern;
  const parsed = value(parseProfile(JSON.stringify(profile), 'older.json'));
  expect(parsed.completion).toEqual(completion);
  expect(parsed.alreadyComplete).toEqual(value(parseProfile(text, 'default.json')).alreadyComplete);
  expect(parsed.fields.completion.id).toEqual({ name: 'id', known: false });
});

test('another profile is loaded from its own path, byte order mark or not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'lading-profile-'));
  const path = join(folder, 'mine.json');
  writeFileSync(path, `\uFEFF${text.replace('"requestsPerSecond": 25', '"requestsPerSecond": 500')}`);
  expect(value(await loadProfile(path)).limits.requestsPerSecond).toBe(500);
  rmSync(folder, { recursive: true });
});

describe('dataset settings', () => {
  const profile = value(parseProfile(text, 'default.json'));
  test('of known name and kind are accepted; the values of choices are not read', async () => {
    covers('rule 4.3.the-option-values-of');
    const settings = {
      deduplication: 'SOMETHING_NEW',
      timezone: 'Europe/Berlin',
      deNist: true,
      partialProjects: [1, 2],
    };
    expect(await checkSettings(settings, profile, null)).toEqual({ ok: true, value: settings });
  });

  test.each(['auto', 'deu', 'gsw', 'ghk'])('with the OCR language %s pass', async (ocrLanguage) => {
    expect(await checkSettings({ ocrLanguage }, profile, null)).toMatchObject({ ok: true });
  });

  test.each([
    ['dedup', 'NONE', 'processing-setting-unknown'],
    ['__proto__', 'NONE', 'processing-setting-unknown'],
    ['deduplication', 1, 'processing-setting-invalid'],
    ['deduplication', '', 'processing-setting-invalid'],
    ['timezone', '+02:00', 'processing-setting-invalid'],
    ['timezone', 'Mars/Olympus', 'processing-setting-invalid'],
    ['deNist', 'true', 'processing-setting-invalid'],
    ['partialProjects', ['1'], 'processing-setting-invalid'],
    ['ocrLanguage', 'German', 'processing-setting-invalid'],
    ['ocrLanguage', '', 'processing-setting-invalid'],
  ])('with %s %j are refused', async (field, value, code) => {
    expect(await checkSettings(Object.fromEntries([[field, value]]), profile, null)).toMatchObject({
      ok: false,
      failure: { code, field },
    });
  });
});

test.each([
  ['a quote in a comment', '/*"*/'],
  ['a string that its line ends', '"\n'],
])('deep nesting behind %s is refused', (_, start) => {
  const deep = `${start}${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  const parsed = parseProfile(deep, 'mine.json');
  expect(parsed).toMatchObject({ ok: false, failure: { code: 'profile-invalid' } });
});
