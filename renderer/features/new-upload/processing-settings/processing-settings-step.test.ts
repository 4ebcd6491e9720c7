import { describe, expect, it } from 'vitest';
import type { ProcessingSettingView } from '../../../../preload/contract/views/views.ts';
import profile from '../../../../resources/profiles/default.json' with { type: 'json' };
import { words } from '../../../i18n/words.ts';
import { assumedFieldsNote, groupSettings } from './processing-settings-step.tsx';

const settingWords = words.newUploadSettings;
const setting = (field: string, more: Partial<ProcessingSettingView> = {}): ProcessingSettingView => ({
  field,
  label: field,
  kind: 'text',
  options: [],
  default: null,
  known: true,
  isOffered: true,
  ...more,
});

describe('the settings of a profile', () => {
  it('are grouped by topic, with those that only the profile knows last', () => {
    const groups = groupSettings(['ownSwitch', 'deNist', 'deduplication'].map((field) => setting(field)));
    expect(groups.map(({ title, settings }) => [title, settings.map(({ field }) => field)])).toEqual([
      [settingWords.groups[0]?.title, ['deduplication', 'deNist']],
      [settingWords.otherSettings, ['ownSwitch']],
    ]);
  });

  it('all have a group in the default profile', () => {
    const form = profile.datasetSettings.map(({ field }) => setting(field));
    const groups = groupSettings(form);
    expect(groups.flatMap(({ settings }) => settings)).toHaveLength(form.length);
    expect(groups.at(-1)?.title).not.toBe(settingWords.otherSettings);
  });

  it.each<[string, readonly boolean[], string | null]>([
    ['says nothing if all are documented', [true, true], null],
    ['says so if none is documented', [false, false], settingWords.allAssumed],
    ['names the documented ones if they are fewer', [true, false, false], settingWords.allButAssumed(['s0'])],
    ['names the assumed ones if they are fewer', [true, true, false], settingWords.someAssumed(['s2'])],
  ])('have a note on assumed names that %s', (_, known, note) => {
    const form = known.map((each, index) => setting(`s${index}`, { known: each }));
    expect(assumedFieldsNote(form)).toBe(note);
  });
});
