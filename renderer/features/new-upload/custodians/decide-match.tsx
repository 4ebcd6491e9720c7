import { useState } from 'react';
import { candidateText, matchText } from '../../../../preload/contract/texts/custodian-match-text.ts';
import { printable } from '../../../../preload/contract/texts/printable.ts';
import type { MatchCandidate, MatchRow } from '../../../../preload/contract/views/custodian-match.ts';
import { maxCustodianChars } from '../../../../preload/contract/views/custodian-rule.ts';
import { words } from '../../../i18n/words.ts';
import { folderNames } from '../../../shared/folder-names.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';

const matchWords = words.custodianMatches;

const keep = 'keep';
const other = 'other';

/** One custodian: pick a person of the directory, keep the name, or type another one. */
export function DecideMatch({
  uploadId,
  row,
  taken,
  onClose,
  onDecided,
}: {
  readonly uploadId: number;
  readonly row: MatchRow;
  /** Names of custodians that the draft has now. */
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onDecided: (announcement: string) => void;
}) {
  const { custodian } = row;
  const found = useQuery('custodianMatches.candidates', { argument: { uploadId, custodian } });
  const decide = useCommand('custodianMatches.decide');
  const reopen = useCommand('custodianMatches.reopen');
  const [choice, setChoice] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const candidates: readonly MatchCandidate[] = found.kind === 'loaded' ? found.value.candidates : [];
  const name = nameOf(choice, candidates, custodian, typed);
  const shown = printable(custodian);

  async function save() {
    if (name === null) return;
    const decided = await decide.run({ uploadId, custodian, name });
    if (decided.ok)
      onDecided(name === custodian ? matchWords.kept(shown) : matchWords.renamedTo(shown, printable(name)));
  }
  async function decideAgain() {
    const reopened = await reopen.run({ uploadId, custodian });
    if (reopened.ok) onDecided(matchWords.reopened(shown));
  }

  return (
    <Dialog
      title={matchWords.decideTitle(shown)}
      open
      wide
      onClose={onClose}
      buttons={
        <>
          {row.isKept ? (
            <Button busy={reopen.busy} onPress={() => void decideAgain()}>
              {matchWords.reopen}
            </Button>
          ) : null}
          <Button onPress={onClose}>{words.common.cancel}</Button>
          <Button variant="primary" busy={decide.busy} disabled={name === null} onPress={() => void save()}>
            {name === null || name === custodian ? matchWords.keepName : matchWords.rename}
          </Button>
        </>
      }
    >
      <div className="stack">
        <p>
          {words.common.files(row.items)} · {folderNames(row)}
        </p>
        <FailureNotice failure={found.failure} onRetry={found.refetch} />
        <RadioGroup
          label={matchWords.decision}
          options={[
            ...candidates.map((candidate, index) => ({
              value: String(index),
              label: printable(candidateText(candidate)),
              description: printable(
                matchWords.candidate(matchText(candidate), candidate.score, candidate.name),
              ),
            })),
            { value: keep, label: matchWords.keepAs(shown) },
            { value: other, label: matchWords.otherName },
          ]}
          value={choice}
          onChange={setChoice}
        />
        {found.kind === 'loaded' && found.value.more > 0 ? (
          <p className="small muted">{matchWords.moreCandidates(found.value.more)}</p>
        ) : null}
        {choice === other ? (
          <Field
            label={matchWords.name}
            value={typed}
            onChange={setTyped}
            maxLength={maxCustodianChars}
            autoFocus
          />
        ) : null}
        {name !== null && name !== custodian && taken.includes(name) ? (
          <p className="small">{matchWords.joins(printable(name))}</p>
        ) : null}
        <FailureNotice failure={decide.failure} />
        <FailureNotice failure={reopen.failure} />
      </div>
    </Dialog>
  );
}

function nameOf(
  choice: string | null,
  candidates: readonly MatchCandidate[],
  custodian: string,
  typed: string,
): string | null {
  if (choice === null) return null;
  if (choice === keep) return custodian;
  if (choice === other) return typed.trim() === '' ? null : typed.trim();
  return candidates[Number(choice)]?.name ?? null;
}
