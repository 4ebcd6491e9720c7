/** Every processing setting of platform-interface 4.3 is in the default profile, and a dataset of the sandbox keeps it. */
import { describe, expect, test } from 'vitest';
import { loadProfile } from '../../main/engine/platform/profile-file.ts';
import { failureOf, unwrap } from '../fixtures/result.ts';
import { covers, stores } from './covers.ts';
import { sandboxForTests } from './sandbox-platform.ts';
import { readSpecification } from './specification.ts';

const profile = unwrap(await loadProfile());
const platforms = sandboxForTests({});
const basePlatforms = sandboxForTests({ form: 'base' });

/** Which field of the default profile a row of the table is. Nearly all names are assumed. */
const fieldOf: Readonly<Record<string, string>> = {
  'chat segmentation': 'chatSegmentation',
  deduplication: 'deduplication',
  deNIST: 'deNist',
  'PDF generation': 'pdfGeneration',
  'inline images in email': 'inlineImages',
  'OCR language': 'ocrLanguage',
  'default PDF page size': 'pdfPageSize',
  'hyperlinked images in email': 'hyperlinkedImages',
  'chat attachments': 'chatAttachments',
  'speaker notes': 'speakerNotes',
  timezone: 'timezone',
  'partial projects': 'partialProjects',
  'default custodian': 'custodian',
};
/** Of a source file, not of a dataset. */
const ofSourceFiles = ['childCustodians', 'passwords'];

const rows = readSpecification()
  .statements.filter(({ section, text }) => section === '4.3' && text.includes(' · '))
  .map(({ id, text }) => {
    const [setting = '', behavior = ''] = text.split(' · ');
    return { id, name: setting.replace(' (ext)', ''), isExtended: setting.endsWith(' (ext)'), behavior };
  });

/** The kind of a setting as its behavior is described, and for a choice the number of its options. */
function kindOf(behavior: string): readonly [kind: string, options: number | null] {
  const [, count] = /\b(three|two) options/.exec(behavior) ?? [];
  if (count !== undefined) return ['choice', count === 'three' ? 3 : 2];
  if (/^boolean choice|^whether /.test(behavior)) return ['boolean', null];
  if (/^IANA time zone/.test(behavior)) return ['timezone', null];
  if (/ISO\/DIS 639-3/.test(behavior)) return ['language', null];
  if (/^which partial projects/.test(behavior)) return ['projects', null];
  if (/a custodian given for one source file/.test(behavior)) return ['custodian', null];
  // How chat conversations become documents: its options aren't described.
  return ['choice', null];
}

const sample: Readonly<Record<string, unknown>> = {
  boolean: true,
  timezone: 'America/New_York',
  language: 'deu',
  projects: [502],
  custodian: 'Jane Doe',
};

test('the table has these settings and no others', () => {
  expect(rows.map(({ name }) => name)).toEqual([...Object.keys(fieldOf), ...ofSourceFiles]);
});

const ofDatasets = rows
  .filter(({ name }) => !ofSourceFiles.includes(name))
  .map((row) => ({
    ...row,
    setting: profile.datasetSettings.find(({ field }) => field === fieldOf[row.name]),
  }));

describe.each(ofDatasets.filter(({ isExtended }) => isExtended))('$name', ({ name, setting }) => {
  test('is refused by a platform of the base form, and before by the client', async () => {
    covers('rule 9.2');
    const { sandbox, as } = basePlatforms();
    const field = fieldOf[name] ?? '';
    const value = setting?.kind === 'choice' ? 'ANY' : true;
    const asked = await as('uploader').createDataset(sandbox.databaseId, {
      name,
      settings: { [field]: value },
    });
    expect(failureOf(asked)).toEqual({ code: 'processing-setting-extended', field, basis: 'assumed' });
    const refused = await as('uploader').call('PostDatabaseDataset', {
      path: { databaseId: sandbox.databaseId },
      body: { name, [field]: value },
    });
    expect(failureOf(refused)).toMatchObject({
      code: 'refused',
      platformMessage: expect.stringContaining(field),
    });
    expect(await sandbox.inspect('datasets')).toEqual([]);
  });
});

describe.each(ofDatasets)('$name', ({ id, name, isExtended, behavior, setting }) => {
  test('is in the profile with its kind, and kept by a dataset', async () => {
    stores(id);
    const [kind, count] = kindOf(behavior);
    expect(setting?.kind).toBe(kind);
    expect(setting?.form).toBe(isExtended ? 'extended' : 'base');
    const options = setting?.options?.map(({ value }) => value) ?? [];
    if (count !== null) expect(options).toHaveLength(count);
    for (const value of options.length > 0 ? options : [sample[kind]]) {
      const settings = { [fieldOf[name] ?? '']: value };
      const { sandbox, as } = platforms();
      const created = unwrap(await as('uploader').createDataset(sandbox.databaseId, { name, settings }));
      const kept = (await sandbox.inspect('datasets')).find((dataset) => dataset.id === created.id);
      expect(JSON.parse(kept?.settings ?? '')).toMatchObject(settings);
    }
  });
});

test('one option of deduplication is NONE, and OCR is auto by default', () => {
  stores('rule 4.3.deduplication', 'rule 4.3.ocr-language');
  const settings = new Map(profile.datasetSettings.map((setting) => [setting.field, setting]));
  expect(settings.get('deduplication')).toMatchObject({
    options: expect.arrayContaining([expect.objectContaining({ value: 'NONE' })]),
  });
  expect(settings.get('ocrLanguage')).toMatchObject({ default: 'auto' });
});

test('passwords of a source file reach the platform, which says how many it has and not which', async () => {
  stores('rule 4.3.passwords');
  const { sandbox, as } = platforms();
  const uploader = as('uploader');
  const dataset = unwrap(await uploader.createDataset(sandbox.databaseId, { name: 'Locked', settings: {} }));
  const file = { filename: 'a.zip', passwords: ['hush', 'quiet'] };
  const { id } = unwrap(await uploader.createSourceFile(sandbox.databaseId, dataset.id, file));
  const kept = (await sandbox.inspect('source-files')).find((row) => row.id === id);
  expect(kept).toMatchObject({ passwordCount: 2 });
  expect(JSON.stringify(kept)).not.toMatch(/hush|quiet/);
});
