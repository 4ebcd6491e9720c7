import { useState } from 'react';
import { printable } from '../../../../preload/contract/texts/printable.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FailureNotice, Notice } from '../../../ui/notice.tsx';

const custodianWords = words.newUploadCustodians;
/** Of a group, those with the most files. One button uses its name for all that are named beside it. */
const maxButtons = 4;
const maxGroups = 20;

/** Names that are probably one person's, and a button for each of them. The one with the most files comes first. Several are a list. */
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
  const [isOpen, setOpen] = useState(false);
  const similar = useQuery('drafts.similarCustodians', { argument: { uploadId } }, version);
  const groups = similar.kind === 'loaded' ? similar.value : [];
  const use = async (to: string, group: readonly string[]) => {
    const merged = await merge.run({ uploadId, from: [...group], to });
    if (merged.ok) onMerged(custodianWords.merged(printable(to)));
  };
  const [first] = groups;
  const isOne = groups.length === 1 && first !== undefined && first.length <= maxButtons;
  const buttons = (group: readonly string[]) =>
    group.slice(0, maxButtons).map((name) => (
      <Button key={name} small busy={merge.busy} onPress={() => void use(name, group)}>
        {custodianWords.mergeInto(printable(name), group.length)}
      </Button>
    ));
  if (first === undefined) return <FailureNotice failure={merge.failure} onDismiss={merge.dismiss} />;
  return (
    <>
      <FailureNotice failure={merge.failure} onDismiss={merge.dismiss} />
      {isOne ? (
        <Notice tone="warn" title={custodianWords.similar(first.map(printable))} action={buttons(first)}>
          {custodianWords.similarDescription}
        </Notice>
      ) : (
        <Notice
          tone="warn"
          title={custodianWords.similarGroups(groups.length)}
          action={
            <Button small onPress={() => setOpen(true)}>
              {custodianWords.showSimilar}
            </Button>
          }
        />
      )}
      <Dialog
        title={custodianWords.similarTitle}
        open={isOpen}
        wide
        onClose={() => setOpen(false)}
        buttons={<Button onPress={() => setOpen(false)}>{words.common.close}</Button>}
      >
        <p>{custodianWords.similarDescription}</p>
        <ul className="similar-custodians">
          {groups.slice(0, maxGroups).map((group) => (
            <li key={group.join('\n')}>
              {custodianWords.similar(group.map(printable))}
              <span className="similar-custodians-names">{buttons(group)}</span>
            </li>
          ))}
        </ul>
        {groups.length > maxGroups ? <p>{custodianWords.moreSimilar(groups.length - maxGroups)}</p> : null}
      </Dialog>
    </>
  );
}
