import type { UploadView } from '../../../../preload/contract/views.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Card } from '../../../ui/card.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { Select } from '../../../ui/select.tsx';

const reviewWords = words.newUploadReview;
const choices = ['auto', 'always', 'never'] as const;

/** Both estimates for small files, and the choice. Nothing where there are none. */
export function PackingReview({
  upload,
  onChanged,
}: {
  readonly upload: UploadView;
  readonly onChanged: () => void;
}) {
  const preflight = useQuery('drafts.preflight', { argument: { uploadId: upload.id } });
  const setPacking = useCommand('drafts.setPacking');
  if (preflight.kind !== 'loaded' || preflight.value.packing.packs === 0) return null;
  const { choice, isPacked, files, packs, aloneSeconds, packedSeconds } = preflight.value.packing;

  async function choose(pack: (typeof choices)[number]) {
    const changed = await setPacking.run({ uploadId: upload.id, pack });
    if (!changed.ok) return;
    preflight.refetch();
    onChanged();
  }

  return (
    <Card title={reviewWords.packing}>
      <div className="stack">
        {setPacking.failure === null ? null : (
          <FailureNotice failure={setPacking.failure} onDismiss={setPacking.dismiss} />
        )}
        <p>
          {reviewWords.packingFiles(files, packs, isPacked)}
          <br />
          <span className="muted">{reviewWords.packingTimes(aloneSeconds, packedSeconds)}</span>
        </p>
        <Select
          label={reviewWords.packingChoice}
          options={choices.map((value) => ({ value, label: reviewWords.packingChoices[value] }))}
          value={choice}
          onChange={(chosen) => void choose(chosen)}
          hint={reviewWords.packingDescription}
        />
      </div>
    </Card>
  );
}
