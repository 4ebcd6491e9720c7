import { plural } from './common.ts';

export const custodianTemplates = {
  open: 'Templates…',
  title: 'Custodian templates',
  close: 'Close',
  none: 'No templates yet. Save the rules, the default custodian, and the names of this upload as one, for the next upload of the same client.',
  template: 'Template',
  choose: 'Choose a template',
  savedFor: (database: string, isThisDatabase: boolean) =>
    isThisDatabase ? `Saved for this database (${database})` : `Saved for ${database}`,
  holds: (rules: number, names: number) =>
    `${plural(rules, 'rule', 'rules')}, ${plural(names, 'changed name', 'changed names')}. Applying it replaces the rules of this upload and can be undone.`,
  apply: 'Apply template',
  applied: (name: string) => `Applied ${name}.`,
  export: 'Export…',
  import: 'Import template…',
  imported: (name: string) => `Imported ${name}.`,
  name: 'Name',
  replaces: 'Saving replaces the template with this name.',
  save: 'Save template',
  saved: (name: string, leftOut: number) =>
    leftOut === 0
      ? `Saved ${name}.`
      : `Saved ${name} without ${plural(leftOut, 'row', 'rows')} of the CSV whose paths are outside the sources.`,
  rename: 'Rename template',
  renamed: (name: string, to: string) => `${name} is now called ${to}.`,
  remove: 'Remove…',
  removeTitle: (name: string) => `Remove template “${name}”?`,
  removeDescription: 'Uploads that it was applied to keep their custodians.',
  removeKeep: 'Keep template',
  removeConfirm: 'Remove template',
  removed: (name: string) => `Removed ${name}.`,
} as const;
