import { describe, expect, it } from 'vitest';
import { failure } from '../../../../preload/contract/failures/failure.ts';
import type { ProcessingSettingView } from '../../../../preload/contract/views/views.ts';
import profile from '../../../../resources/profiles/default.json' with { type: 'json' };
import { words } from '../../../i18n/words.ts';
import {
  applyTemplate,
  chosenValueHint,
  platformDefault,
  projectsText,
  rejectedField,
  selectedOption,
  settingOptions,
  settingText,
  withOption,
  withProjects,
  withText,
  withTyped,
} from './setting-values.ts';

const settingWords = words.newUploadSettings;
const setting = (
  field: string,
  kind: ProcessingSettingView['kind'],
  more: Partial<ProcessingSettingView> = {},
): ProcessingSettingView => ({
  field,
  label: field,
  kind,
  options: [],
  default: null,
  known: true,
  isOffered: true,
  ...more,
});
const dedupe = setting('deduplication', 'choice', {
  options: [
    { value: 'NONE', label: 'None', basis: 'documented' },
    { value: 'GLOBAL', label: 'Across the database', basis: 'assumed' },
    { value: 'FAMILY', label: 'FAMILY', basis: 'accepted' },
  ],
});
const deNist = setting('deNist', 'boolean');

describe('a processing setting', () => {
  it('is the platform default at first, and can be reset to it', () => {
    expect(selectedOption({}, 'deNist')).toBe(platformDefault);
    const chosen = withOption({ other: 1 }, deNist, 'value:true');
    expect(chosen).toEqual({ other: 1, deNist: true });
    expect(withOption(chosen, deNist, platformDefault)).toEqual({ other: 1 });
  });

  it('converts every option to its value and back', () => {
    for (const given of [dedupe, deNist, setting('timezone', 'timezone'), setting('ocr', 'language')]) {
      for (const { value } of settingOptions(given, {})) {
        expect(selectedOption(withOption({}, given, value), given.field)).toBe(value);
      }
    }
  });

  it('distinguishes “no” from the platform default', () => {
    expect(withOption({}, deNist, 'value:false')).toEqual({ deNist: false });
    expect(settingText(deNist, false)).toBe(settingWords.no);
  });

  it('names the platform default if the profile knows it', () => {
    expect(settingOptions(setting('ocr', 'language', { default: 'auto' }), {})[0]?.label).toBe(
      'Platform default (Automatic)',
    );
  });

  it('shows a value that is missing from its list', () => {
    const options = settingOptions(dedupe, { deduplication: 'LATER' });
    expect(options.at(-1)).toEqual({
      value: selectedOption({ deduplication: 'LATER' }, 'deduplication'),
      label: 'LATER',
    });
  });

  it('marks each value of a choice that is a guess', () => {
    const { optionValue, chosenValue } = settingWords;
    expect(settingOptions(dedupe, {}).map(({ description }) => description)).toEqual([
      undefined,
      undefined,
      optionValue.assumed('GLOBAL'),
      optionValue.accepted('FAMILY'),
    ]);
    const hint = (value: string) => chosenValueHint(dedupe, { deduplication: value });
    expect(['NONE', 'GLOBAL', 'FAMILY', 'MINE'].map(hint)).toEqual([
      null,
      chosenValue.assumed('GLOBAL'),
      chosenValue.accepted('FAMILY'),
      chosenValue.typed('MINE'),
    ]);
    expect(settingText(dedupe, 'GLOBAL')).toBe(
      settingWords.namedValue('Across the database', 'GLOBAL', true),
    );
  });

  it.each([
    ['DEDUP_ALL', { deduplication: 'DEDUP_ALL' }],
    [' across the DATABASE ', { deduplication: 'GLOBAL' }],
    ['GLOBAL', { deduplication: 'GLOBAL' }],
    ['', {}],
    [settingWords.platformDefault, {}],
  ])('of a choice takes the typed text %j as %j', (text, settings) => {
    expect(withTyped({ deduplication: 'NONE' }, dedupe, text)).toEqual(settings);
  });

  it('of a time zone offers every zone the runtime knows, and UTC', () => {
    const zones = settingOptions(setting('timezone', 'timezone'), {}).map(({ label }) => label);
    expect(zones).toContain('UTC');
    expect(zones).toContain('America/New York');
    expect(settingText(setting('timezone', 'timezone'), 'America/New_York')).toBe('America/New York');
  });

  it('of a text is removed when the text is empty', () => {
    expect(withText({ custodian: 'Ng' }, 'custodian', '  ')).toEqual({});
    expect(withText({}, 'custodian', ' Ng, Ana ')).toEqual({ custodian: 'Ng, Ana' });
  });

  it.each([
    ['12, 48', { p: [12, 48] }],
    ['12 48;12', { p: [12, 48] }],
    ['', {}],
    ['12, x', null],
    ['0', null],
    ['-3', null],
  ])('of projects reads %j as %j', (text, settings) => {
    expect(withProjects({}, 'p', text)).toEqual(settings);
  });

  it('of projects is shown the way it is typed', () => {
    expect(projectsText({ p: [12, 48] }, 'p')).toBe('12, 48');
  });
});

describe('a template', () => {
  it('applies what the profile defines and names the rest', () => {
    const template = { id: 1, name: 'T', settings: { deNist: true, gone: 'x' } };
    expect(applyTemplate(template, [deNist])).toEqual({ settings: { deNist: true }, skipped: ['gone'] });
  });
});

describe('a rejected setting', () => {
  const form = [deNist, dedupe];
  const rejected = (field: string) =>
    failure('processing-setting-invalid', { field, expected: 'text' }).failure;

  it('is reported at its field', () => {
    expect(rejectedField(rejected('deduplication'), form)).toBe('deduplication');
    expect(
      rejectedField(failure('processing-setting-unknown', { field: 'deNist', known: [] }).failure, form),
    ).toBe('deNist');
  });

  it('is reported above the form if the form lacks its field', () => {
    expect(rejectedField(rejected('gone'), form)).toBeNull();
    expect(rejectedField(failure('upload-started', { uploadId: 3 }).failure, form)).toBeNull();
  });
});

describe('the default profile', () => {
  it('has only kinds of settings that the form supports', () => {
    const kinds = ['choice', 'boolean', 'text', 'timezone', 'language', 'custodian', 'projects'];
    for (const { kind } of profile.datasetSettings) expect(kinds).toContain(kind);
  });
});
