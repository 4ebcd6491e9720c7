import type { FindingGroup } from '../../../../preload/contract/calls/preflight-calls.ts';
import { findingTitle } from '../../../../preload/contract/texts/finding-text.ts';
import type { UploadId } from '../../../../preload/contract/views/ids.ts';
import { type Selection, systemFileKinds } from '../../../../preload/contract/views/selection.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { count } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { useAction } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Bytes } from '../../../ui/bytes.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { changeSelection } from '../change-selection.ts';
import { ChoiceHistory } from './choice-history.tsx';
import { FindingList } from './finding-list.tsx';
import { SeverityPill } from './severity-pill.tsx';
import { type ChooseFindings, useChooseFindings } from './use-choose-findings.ts';
import '../../../ui/table.css';
import './preflight.css';

const findingWords = words.findings;

interface FindingsProps {
  readonly upload: UploadView;
  readonly groups: readonly FindingGroup[];
  /** Changes with the findings. */
  readonly version: string;
  readonly onShowKind: (code: string | null) => void;
}

/** What the check of the files found: by kind, worst first. */
export function Findings({ upload, groups, version, onShowKind }: FindingsProps) {
  const uploadId = upload.id;
  const choose = useChooseFindings(upload);
  const selection = useQuery('selection.get', { argument: { uploadId } }, version);
  const rules = selection.kind === 'loaded' ? selection.value.rules : null;
  const set = useAction(changeSelection);
  const exclude = (change: Partial<Selection>) => void set.run({ uploadId, change: () => change });
  return (
    <>
      <div className="findings-about">
        <span>{findingWords.about}</span>
        <ChoiceHistory uploadId={uploadId} version={version} onUndone={() => undefined} />
      </div>
      <FailureNotice failure={choose.failure} onDismiss={choose.dismiss} />
      <FailureNotice failure={set.failure} onDismiss={set.dismiss} />
      <table className="table" aria-label={findingWords.kinds}>
        <thead>
          <tr>
            <th>{findingWords.kind}</th>
            <th>{findingWords.severity}</th>
            <th className="number">{findingWords.files}</th>
            <th className="number">{findingWords.size}</th>
            <th>{findingWords.action}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <tr key={group.code}>
              <td>
                <Button small variant="quiet" icon="chevronRight" onPress={() => onShowKind(group.code)}>
                  {findingTitle(group.code)}
                </Button>
              </td>
              <td>
                <SeverityPill severity={group.severity} />
              </td>
              <td className="number">
                {count(group.findings)}
                {group.skipped === 0 ? null : (
                  <span className="muted"> · {findingWords.skipped(group.skipped)}</span>
                )}
                {group.opened === 0 ? null : (
                  <span className="muted"> · {findingWords.opened(group.opened)}</span>
                )}
              </td>
              <td className="number">{group.bytes === 0 ? '–' : <Bytes value={group.bytes} />}</td>
              <td>
                {group.ofFiles === 0 ? null : findingRule(group.code) === null ? (
                  <GroupAction uploadId={uploadId} group={group} choose={choose} />
                ) : rules === null ? null : (
                  <RuleAction group={group} rules={rules} busy={set.busy} onChange={exclude} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The same file by file: of all kinds, or of one. */
export function FindingFiles({
  upload,
  groups,
  version,
  code,
  onShowKind,
}: FindingsProps & { readonly code: string | null }) {
  const choose = useChooseFindings(upload);
  const selected = groups.some((group) => group.code === code) ? code : null;
  return (
    <>
      <FailureNotice failure={choose.failure} onDismiss={choose.dismiss} />
      <FindingList
        upload={upload}
        version={version}
        choose={choose}
        groups={groups}
        code={selected}
        onShowKind={onShowKind}
      />
    </>
  );
}

/** For all files of a kind at once, by hand. */
function GroupAction({
  uploadId,
  group: { code, ofFiles, skipped },
  choose,
}: {
  readonly uploadId: UploadId;
  readonly group: FindingGroup;
  readonly choose: ChooseFindings;
}) {
  const isSkipped = skipped === ofFiles;
  const label = isSkipped ? findingWords.keep : findingWords.exclude;
  return (
    <Button
      small
      disabled={choose.busy}
      label={findingWords.of(label, findingTitle(code))}
      onPress={() =>
        void choose.chooseAll(
          { uploadId, severities: [], codes: [code], search: '', sort: null },
          isSkipped ? 'selected' : 'deselected',
        )
      }
    >
      {label}
    </Button>
  );
}

/** For all files of a kind, by the rule that skips them. */
function RuleAction({
  group,
  rules,
  busy,
  onChange,
}: {
  readonly group: FindingGroup;
  readonly rules: Selection;
  readonly busy: boolean;
  readonly onChange: (change: Partial<Selection>) => void;
}) {
  const rule = findingRule(group.code);
  if (rule === null) return null;
  const isOn = rule.isOn(rules, group);
  const label = isOn ? findingWords.keep : findingWords.exclude;
  return (
    <Button
      small
      disabled={busy}
      label={findingWords.of(label, findingTitle(group.code))}
      onPress={() => onChange(rule.set(!isOn))}
    >
      {label}
    </Button>
  );
}

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
