import { describe, expect, it } from 'vitest';
import type { ProcessingSettingView } from '../../../preload/contract/views.ts';
import { assumedInWords, inGroups } from '../../../renderer/features/new-upload/setting-groups.ts';
import {
  applyTemplate,
  fieldRefused,
  inWords,
  leftToPlatform,
  optionOf,
  optionsOf,
  projectsText,
  withOption,
  withProjects,
  withText,
} from '../../../renderer/features/new-upload/setting-values.ts';
import profile from '../../../resources/profiles/default.json' with { type: 'json' };

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
  ...more,
});
const dedupe = setting('deduplication', 'choice', { options: [{ value: 'NONE', label: 'None' }] });
const deNist = setting('deNist', 'boolean');

describe('a processing setting', () => {
  it('is left to the platform at first, and can be again', () => {
    expect(optionOf({}, 'deNist')).toBe(leftToPlatform);
    const chosen = withOption({ other: 1 }, deNist, 'given:true');
    expect(chosen).toEqual({ other: 1, deNist: true });
    expect(withOption(chosen, deNist, leftToPlatform)).toEqual({ other: 1 });
  });

  it('of every option comes back as the value that it stands for', () => {
    for (const given of [dedupe, deNist, setting('timezone', 'timezone'), setting('ocr', 'language')]) {
      for (const { value } of optionsOf(given, {})) {
        expect(optionOf(withOption({}, given, value), given.field)).toBe(value);
      }
    }
  });

  it('takes “no” for no, not for nothing', () => {
    expect(withOption({}, deNist, 'given:false')).toEqual({ deNist: false });
    expect(inWords(deNist, false)).toBe('No');
  });

  it('says what the platform does by itself where the profile knows', () => {
    expect(optionsOf(setting('ocr', 'language', { default: 'auto' }), {})[0]?.label).toBe(
      'Leave to the platform (auto)',
    );
  });

  it('shows a value that its list does not have, rather than another', () => {
    const options = optionsOf(dedupe, { deduplication: 'LATER' });
    expect(options.at(-1)).toEqual({
      value: optionOf({ deduplication: 'LATER' }, 'deduplication'),
      label: 'LATER',
    });
  });

  it('of a time zone is any that the runtime knows, and UTC', () => {
    const zones = optionsOf(setting('timezone', 'timezone'), {}).map(({ label }) => label);
    expect(zones).toContain('UTC');
    expect(zones).toContain('America/New York');
    expect(inWords(setting('timezone', 'timezone'), 'America/New_York')).toBe('America/New York');
  });

  it('of a text is left out when it is emptied', () => {
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

  it('of projects is shown as it can be typed', () => {
    expect(projectsText({ p: [12, 48] }, 'p')).toBe('12, 48');
  });
});

describe('a template', () => {
  it('brings what the profile has, and names what it has not', () => {
    const template = { id: 1, name: 'T', settings: { deNist: true, gone: 'x' } };
    expect(applyTemplate(template, [deNist])).toEqual({ settings: { deNist: true }, skipped: ['gone'] });
  });
});

describe('a refusal of the engine', () => {
  it('is told at the field that it names', () => {
    const form = [deNist, dedupe];
    expect(fieldRefused('The dataset setting "deduplication" must be a text.', form)).toBe('deduplication');
    expect(fieldRefused('Upload 3 has begun.', form)).toBeNull();
  });
});

describe('the default profile', () => {
  it('has only settings that the form can show', () => {
    const kinds = ['choice', 'boolean', 'text', 'timezone', 'language', 'custodian', 'projects'];
    for (const { kind } of profile.datasetSettings) expect(kinds).toContain(kind);
  });
});

describe('the settings of a profile', () => {
  it('each stand in one group, those that only the profile knows at the end', () => {
    const form = [setting('ownSwitch', 'boolean'), deNist, dedupe];
    expect(inGroups(form).map(({ title, settings }) => [title, settings.map(({ field }) => field)])).toEqual([
      ['Duplicates and known files', ['deduplication', 'deNist']],
      ['Other settings', ['ownSwitch']],
    ]);
  });

  it('of the profile that comes with Lading all have a group of their own', () => {
    const form = profile.datasetSettings.map(({ field }) => setting(field, 'text'));
    const groups = inGroups(form);
    expect(groups.flatMap(({ settings }) => settings)).toHaveLength(form.length);
    expect(groups.at(-1)?.title).not.toBe('Other settings');
  });

  it.each<[string, readonly boolean[], RegExp | null]>([
    ['nothing where all are shown', [true, true], null],
    ['all where none is shown', [false, false], /^None of these names/],
    ['the shown ones where they are fewer', [true, false, false], /shows s0; .* assumes the others/],
    ['the assumed ones where they are fewer', [true, true, false], /does not show the names of s2:/],
  ])('tell what is assumed: %s', (_, known, told) => {
    const sentence = assumedInWords(
      known.map((each, index) => setting(`s${index}`, 'text', { known: each })),
    );
    if (told === null) expect(sentence).toBeNull();
    else expect(sentence).toMatch(told);
  });
});
