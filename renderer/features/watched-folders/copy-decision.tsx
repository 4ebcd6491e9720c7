import { useRef, useState } from 'react';
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import type { WatchedFolderView } from '../../../preload/contract/watch/watched-folder.ts';
import { words } from '../../i18n/words.ts';
import { useCommand } from '../../state/use-command.ts';
import { useQuery } from '../../state/use-query.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';

const copyWords = words.watchCopies;
const decisions = ['send', 'skip'] as const;
export type CopyDecision = (typeof decisions)[number];

/** Upload or skip every copy that waits for a person: those that the search finds, however many there are. */
export function DecideCopies({
  folder,
  search,
  onDecided,
}: {
  readonly folder: WatchedFolderView;
  readonly search: string;
  readonly onDecided: (decision: CopyDecision, files: number) => void;
}) {
  const { id: ruleId, counts } = folder;
  const decide = useCommand('watch.decide');
  const [asked, setAsked] = useState<CopyDecision | null>(null);
  const found = useQuery(
    'watch.copies',
    counts.held > 0 ? { argument: { ruleId, search } } : null,
    counts.held,
    { oneByOne: true },
  );
  if (counts.held === 0 || found.kind !== 'loaded' || found.value.until === null) return null;
  const { files, bytes, until } = found.value;
  async function run(decision: CopyDecision) {
    const decided = await decide.run({ ruleId, of: { search, until }, decision });
    if (!decided.ok) return;
    setAsked(null);
    found.refetch();
    onDecided(decision, decided.value.decided);
  }
  return (
    <>
      {decisions.map((decision) => (
        <Button key={decision} onPress={() => setAsked(decision)}>
          {copyWords.decideAll[decision](files)}
        </Button>
      ))}
      {asked === null ? null : (
        <AlertDialog
          title={copyWords.titles[asked](files)}
          open
          safe={words.common.cancel}
          destructive={copyWords.confirm[asked](files)}
          busy={decide.busy}
          failure={decide.failure}
          onSafe={() => {
            setAsked(null);
            decide.dismiss();
          }}
          onDestructive={() => void run(asked)}
        >
          <p>{copyWords.which(files, formatBytes(bytes), search.trim())}</p>
          <p>{copyWords.consequences[asked]}</p>
        </AlertDialog>
      )}
    </>
  );
}

/** The same for the copy whose row is open. */
export function DecideCopy({
  ruleId,
  entryId,
  onDecided,
}: {
  readonly ruleId: number;
  readonly entryId: number;
  readonly onDecided: (decision: CopyDecision, files: number) => void;
}) {
  const decide = useCommand('watch.decide');
  const buttons = useRef<HTMLDivElement>(null);
  async function run(decision: CopyDecision) {
    const decided = await decide.run({ ruleId, of: { entryIds: [entryId] }, decision });
    if (!decided.ok) return;
    // These buttons leave with the decision.
    buttons.current?.closest<HTMLElement>('[role=treegrid]')?.focus();
    onDecided(decision, decided.value.decided);
  }
  return (
    <div className="row" ref={buttons}>
      {decisions.map((decision) => (
        <Button key={decision} small busy={decide.busy} onPress={() => void run(decision)}>
          {copyWords.confirm[decision](1)}
        </Button>
      ))}
      <FailureNotice failure={decide.failure} onDismiss={decide.dismiss} />
    </div>
  );
}
