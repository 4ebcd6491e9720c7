import { count } from '../format.ts';
import { plural } from './common.ts';

/** Custodians against the people of a legal hold directory. */
export const custodianMatches = {
  tab: 'Directory',
  choose: 'Choose directory CSV…',
  compareAgain: 'Compare again',
  progress: (people: number) => `Comparing: ${plural(people, 'person', 'people')} so far`,
  comparedWith: (file: string, people: number, at: string) =>
    `${file} · ${plural(people, 'person', 'people')} · compared ${at}`,
  acceptCertain: (custodians: number) => `Use directory names (${count(custodians)})`,
  renamed: (custodians: number) => `${plural(custodians, 'custodian', 'custodians')} renamed.`,
  noDirectory: 'No directory',
  noDirectoryDescription:
    'Choose the CSV of a legal hold directory to find custodians who are in it under another spelling, and those who are not.',
  filter: 'Show',
  toDecide: (custodians: number) => `To decide (${count(custodians)})`,
  all: (custodians: number) => `All (${count(custodians)})`,
  search: 'Search custodians',
  label: 'Custodians and the directory',
  csvName: 'Custodians and directory',
  custodian: 'Custodian',
  inDirectory: 'In the directory',
  result: 'Match',
  files: 'Files',
  size: 'Size',
  score: 'Score',
  why: 'Why',
  email: 'Email',
  candidates: 'Candidates',
  folders: 'Folders',
  more: (candidates: number) => `+ ${count(candidates)}`,
  review: (likelihood: string) => `Review: ${likelihood}`,
  states: {
    same: 'In the directory',
    kept: 'Kept',
    matched: 'Certain',
    review: 'Review',
    unmatched: 'Not found',
    new: 'Not compared',
  },
  nothingToDecide: 'Nothing to decide',
  nothingToDecideDescription: 'Every custodian is in the directory, or you keep the name.',
  decideTitle: (custodian: string) => `Who is “${custodian}”?`,
  decision: 'Custodian in this upload',
  candidate: (why: string, score: number, name: string) => `${why} (${score.toFixed(2)}). Name: ${name}`,
  keepAs: (custodian: string) => `Keep “${custodian}”`,
  otherName: 'Another name',
  name: 'Name',
  moreCandidates: (candidates: number) =>
    `${plural(candidates, 'less likely candidate', 'less likely candidates')} not shown.`,
  joins: (name: string) => `“${name}” already has files in this upload. These are added to them.`,
  keepName: 'Keep name',
  rename: 'Rename custodian',
  reopen: 'Decide again',
  kept: (custodian: string) => `${custodian} keeps the name.`,
  renamedTo: (custodian: string, name: string) => `${custodian} is now ${name}.`,
  reopened: (custodian: string) => `${custodian} is to be decided again.`,
  reviewNote: (open: number, directory: string) =>
    `${plural(open, "custodian isn't", "custodians aren't")} matched with ${directory}`,
} as const;

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

export const earlierCustodians = {
  offered: (dataset: string) => `“${dataset}” had custodian rules for the same sources`,
  used: (dataset: string) => `Custodian rules from “${dataset}”`,
  usedToo: (dataset: string) => `Custodian rules come from “${dataset}”, too.`,
  use: 'Use these rules',
  from: (at: string, csv: string | null) => `Sent ${at}${csv === null ? '' : `, with ${csv}`}.`,
  manual: (entries: number) =>
    entries === 0
      ? ''
      : `${plural(entries, 'manual assignment stays', 'manual assignments stay')} there: assign those folders and files again.`,
} as const;
