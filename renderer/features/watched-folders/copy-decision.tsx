import { useState } from 'react';
import type { WatchedFolderView } from '../../../preload/contract/watched-folder.ts';
import { words } from '../../i18n/words.ts';
import { useCommand } from '../../state/use-command.ts';
import { useQuery } from '../../state/use-query.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';

const fileWords = words.watchFiles;
const maxDecided = 500;

/** Upload or skip the copies that wait for a person, where the rule asks: up to 500 at once. */
export function CopyDecision({
  folder,
  onDecided,
}: {
  readonly folder: WatchedFolderView;
  readonly onDecided: () => void;
}) {
  const { id: ruleId, counts, rule } = folder;
  const decide = useCommand('watch.decide');
  const [decisions, setDecisions] = useState(0);
  const asks = rule.sameContent === 'ask' && counts.held > 0;
  const held = useQuery(
    'watch.history',
    asks ? { argument: { ruleId, states: ['held'], search: '', offset: 0, limit: maxDecided } } : null,
    `${counts.held} ${decisions}`,
  );
  const copies =
    held.kind === 'loaded' ? held.value.entries.filter(({ reason }) => reason?.code === 'same-content') : [];
  if (!asks || copies.length === 0) return null;
  async function run(decision: 'send' | 'skip') {
    const decided = await decide.run({ ruleId, entryIds: copies.map(({ id }) => id), decision });
    if (!decided.ok) return;
    setDecisions(decisions + 1);
    onDecided();
  }
  return (
    <>
      {decide.failure === null ? null : <FailureNotice failure={decide.failure} onDismiss={decide.dismiss} />}
      <Button busy={decide.busy} onPress={() => void run('send')}>
        {fileWords.sendCopies(copies.length)}
      </Button>
      <Button busy={decide.busy} onPress={() => void run('skip')}>
        {fileWords.skipCopies(copies.length)}
      </Button>
    </>
  );
}
