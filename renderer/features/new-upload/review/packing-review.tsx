import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Card } from '../../../ui/card.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';

const reviewWords = words.newUploadReview;

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

  async function choose(pack: typeof choice) {
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
        <p className="small muted">{reviewWords.packingDescription}</p>
        <RadioGroup
          label={reviewWords.packingChoice(files)}
          options={[
            {
              value: 'auto',
              label: choice === 'auto' ? reviewWords.packingAutoNow(isPacked) : reviewWords.packingAuto,
              description: reviewWords.packingAutoDescription,
            },
            {
              value: 'always',
              label: reviewWords.packingAlways,
              description: reviewWords.packingAlwaysDescription(packs, packedSeconds),
            },
            {
              value: 'never',
              label: reviewWords.packingNever,
              description: reviewWords.packingNeverDescription(aloneSeconds),
            },
          ]}
          value={choice}
          onChange={(chosen) => void choose(chosen)}
        />
      </div>
    </Card>
  );
}
