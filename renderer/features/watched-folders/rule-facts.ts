/** A rule in plain sentences, by what they are about. Pure. */
import { issuesText } from '../../../preload/contract/texts/exception-text.ts';
import type { BandwidthPlan } from '../../../preload/contract/views/bandwidth-schedule.ts';
import { watchHoursText } from '../../../preload/contract/watch/watch-text.ts';
import type {
  NamedWatchRule,
  UnsettledTally,
  WatchedFolderView,
} from '../../../preload/contract/watch/watched-folder.ts';
import { words } from '../../i18n/words.ts';
import { datasetText } from './dataset-text.ts';

const ruleWords = words.watchRuleText;
const { facts } = words.watchedFolder;

/** `usual`: the bandwidth schedule of Settings holds for every rule. */
export function ruleFacts(
  rule: NamedWatchRule,
  usual: BandwidthPlan,
): readonly (readonly [term: string, text: string])[] {
  const settings = Object.keys(rule.settings).length;
  return [
    [facts.files, filesText(rule)],
    [
      facts.complete,
      sentences(
        ruleWords.settle(rule.settleSeconds),
        rule.marker === null ? null : ruleWords.marker(rule.marker),
      ),
    ],
    [
      facts.batch,
      rule.datasetPer === 'folder'
        ? ruleWords.quietFolder(rule.quietSeconds)
        : ruleWords.quiet(rule.quietSeconds),
    ],
    [facts.hours, ruleWords.hours(watchHoursText(rule.schedule, usual))],
    [facts.dataset, ruleWords.dataset[rule.datasetPer](datasetText(rule))],
    [facts.settings, settings === 0 ? ruleWords.defaults : ruleWords.settings(settings)],
    [facts.custodian, custodianText(rule)],
    [
      facts.found,
      sentences(
        rule.hold.length === 0 ? ruleWords.sendsAll : ruleWords.keeps(issuesText(rule.hold)),
        rule.passwordFile === null ? null : ruleWords.passwords(rule.passwordFile),
      ),
    ],
    [facts.copies, ruleWords.copies[rule.sameContent]],
    [
      facts.afterwards,
      rule.afterwards === 'leave' ? ruleWords.leave : ruleWords.moveTo(rule.afterwards.moveTo),
    ],
  ];
}

/** Why these files are not taken yet. */
export function unsettledText(
  { code, files }: Pick<UnsettledTally, 'code' | 'files'>,
  { state, rule }: Pick<WatchedFolderView, 'state' | 'rule'>,
): string {
  const { unsettled } = words.watchedFolder;
  const { settleSeconds, marker } = rule;
  // Nothing is looked at.
  if (state !== 'active') return unsettled.notActive(files);
  switch (code) {
    case null:
      return unsettled.waiting(files, settleSeconds);
    case 'changing':
      return unsettled.changing(files);
    case 'temporary-name':
      return unsettled.temporary(files);
    case 'marker-missing':
      return unsettled.marker(files, marker ?? words.watchedFolder.unsettled.earlierMarker);
    case 'in-use':
      return unsettled.inUse(files);
    case 'unreadable':
      return unsettled.unreadable(files);
    case 'earlier-sending':
      return unsettled.earlierSending(files);
  }
}

function filesText({ include, exclude }: NamedWatchRule): string {
  if (include.length + exclude.length === 0) return ruleWords.allFiles;
  return sentences(
    include.length === 0 ? null : ruleWords.only(include.join(', ')),
    exclude.length === 0 ? null : ruleWords.except(exclude.join(', ')),
  );
}

function custodianText({ custodianBy, custodian, custodianMap }: NamedWatchRule): string {
  const rule = custodianBy === null ? null : custodianByText(custodianBy);
  if (rule === null && custodianMap === null)
    return custodian === null ? ruleWords.custodianNone : ruleWords.custodianAll(custodian);
  return sentences(
    custodianMap === null ? null : ruleWords.custodianMap(custodianMap),
    rule,
    custodian === null ? ruleWords.otherwiseNone : ruleWords.custodianOtherwise(custodian),
  );
}

/** "folder:N" or "regex:RE" */
function custodianByText(custodianBy: string): string {
  const separator = custodianBy.indexOf(':');
  const value = custodianBy.slice(separator + 1);
  return custodianBy.startsWith('folder:')
    ? ruleWords.custodianFolder(Number(value))
    : ruleWords.custodianPattern(value);
}

function sentences(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(' ');
}
