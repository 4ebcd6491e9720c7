import { useState } from 'react';
import { severities } from '../../../../preload/contract/finding.ts';
import { findingTitle } from '../../../../preload/contract/finding-text.ts';
import type { FindingGroup } from '../../../../preload/contract/preflight-calls.ts';
import type { UploadView } from '../../../../preload/contract/views.ts';
import { count } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { Button } from '../../../ui/button.tsx';
import { Bytes } from '../../../ui/bytes.tsx';
import { Card } from '../../../ui/card.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { ChoiceHistory } from './choice-history.tsx';
import { FindingList } from './finding-list.tsx';
import { SeverityPill } from './severity-pill.tsx';
import { type ChooseFindings, useChooseFindings } from './use-choose-findings.ts';
import '../../../ui/table.css';
import './findings.css';

const findingWords = words.findings;
/** A rule excludes them with one click, and knows which of several copies is kept. */
const haveRules: readonly string[] = ['system-file', 'known-file', 'duplicate', 'already-sent'];

/** What the check of the files found: by kind, worst first, and below it file by file. */
export function Findings({
  upload,
  groups,
  version,
}: {
  readonly upload: UploadView;
  readonly groups: readonly FindingGroup[];
  /** Changes with the findings. */
  readonly version: string;
}) {
  const uploadId = upload.id;
  const choose = useChooseFindings(upload);
  const [code, setCode] = useState<string | null>(null);
  const selected = groups.some((group) => group.code === code) ? code : null;
  return (
    <Card
      title={findingWords.title}
      bare
      actions={<ChoiceHistory uploadId={uploadId} version={version} onUndone={() => undefined} />}
    >
      <p className="findings-about">{findingWords.about}</p>
      {choose.failure === null ? null : <FailureNotice failure={choose.failure} onDismiss={choose.dismiss} />}
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
            <tr key={group.code} className={group.code === selected ? 'findings-selected' : ''}>
              <td>
                <Button
                  small
                  variant="quiet"
                  icon={group.code === selected ? 'chevronDown' : 'chevronRight'}
                  onPress={() => setCode(group.code === selected ? null : group.code)}
                >
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
              </td>
              <td className="number">{group.bytes === 0 ? '–' : <Bytes value={group.bytes} />}</td>
              <td>
                <GroupAction uploadId={uploadId} group={group} choose={choose} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <FindingList
        uploadId={uploadId}
        version={version}
        choose={choose}
        isOneKind={selected !== null}
        severities={severities.filter((each) => groups.some(({ severity }) => severity === each))}
        codes={selected === null ? groups.map((group) => group.code) : [selected]}
        onShowAll={selected === null ? null : () => setCode(null)}
      />
    </Card>
  );
}

/** For all files of a kind at once. */
function GroupAction({
  uploadId,
  group: { code, ofFiles, skipped },
  choose,
}: {
  readonly uploadId: number;
  readonly group: FindingGroup;
  readonly choose: ChooseFindings;
}) {
  if (ofFiles === 0 || haveRules.includes(code)) return null;
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
