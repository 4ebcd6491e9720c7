import { useState } from 'react';
import { printable } from '../../../../preload/contract/texts/printable.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';

const custodianWords = words.newUploadCustodians;
/** Until a person asks for all. */
const maxGroups = 3;
const maxNames = 4;

/** Names that are probably one person's, and a button for each of them. The one with the most files comes first. */
export function SimilarCustodians({
  uploadId,
  version,
  onMerged,
}: {
  readonly uploadId: number;
  /** Changes when custodians may have changed. */
  readonly version: string;
  readonly onMerged: (announcement: string) => void;
}) {
  const merge = useCommand('drafts.mergeCustodians');
  const [showsAll, setShowsAll] = useState(false);
  const similar = useQuery('drafts.similarCustodians', { argument: { uploadId } }, version);
  const groups = similar.kind === 'loaded' ? similar.value : [];
  const use = async (to: string, group: readonly string[]) => {
    const merged = await merge.run({ uploadId, from: [...group], to });
    if (merged.ok) onMerged(custodianWords.merged(printable(to)));
  };
  return (
    <>
      <FailureNotice failure={merge.failure} onDismiss={merge.dismiss} />
      {groups.slice(0, showsAll ? groups.length : maxGroups).map((group) => (
        <Notice
          key={group.join('\n')}
          tone="warn"
          title={custodianWords.similar(group.slice(0, maxNames).map(printable), group.length)}
          action={group.slice(0, showsAll ? group.length : maxNames).map((name) => (
            <Button key={name} small busy={merge.busy} onPress={() => void use(name, group)}>
              {custodianWords.mergeInto(printable(name), group.length)}
            </Button>
          ))}
        >
          {custodianWords.similarDescription}
        </Notice>
      ))}
      {!showsAll && (groups.length > maxGroups || groups.some((group) => group.length > maxNames)) ? (
        <div>
          <Button small variant="quiet" onPress={() => setShowsAll(true)}>
            {custodianWords.showAllSimilar(groups.length)}
          </Button>
        </div>
      ) : null}
    </>
  );
}
