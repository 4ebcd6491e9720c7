import type { FindingGroup } from '../../../../preload/contract/calls/preflight-calls.ts';
import { type Selection, systemFileKinds } from '../../../../preload/contract/views/selection.ts';

/** A rule that skips the files of a kind of findings. */
interface FindingRule {
  readonly isOn: (rules: Selection, group: FindingGroup) => boolean;
  readonly set: (isOn: boolean) => Partial<Selection>;
}

/** A rule excludes these rather than a choice by hand: it knows which of several copies is kept, and what a scan adds. */
const rulesByCode: Readonly<Record<string, FindingRule>> = {
  'system-file': {
    // Each kind can also be excluded alone.
    isOn: ({ systemFiles }, { skipped, ofFiles }) => systemFiles.length > 0 && skipped === ofFiles,
    set: (isOn) => ({ systemFiles: isOn ? systemFileKinds : [] }),
  },
  'known-file': { isOn: ({ skipKnown }) => skipKnown, set: (isOn) => ({ skipKnown: isOn }) },
  duplicate: { isOn: ({ skipDuplicates }) => skipDuplicates, set: (isOn) => ({ skipDuplicates: isOn }) },
  'already-sent': { isOn: ({ onlyNew }) => onlyNew, set: (isOn) => ({ onlyNew: isOn }) },
};

/** Returns null for kinds whose files are excluded by hand. */
export function findingRule(code: string): FindingRule | null {
  return Object.hasOwn(rulesByCode, code) ? (rulesByCode[code] ?? null) : null;
}
