import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Card } from '../../../ui/card.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { RadioGroup } from '../../../ui/radio-group.tsx';

const reviewWords = words.newUploadReview;

/** What packing does, and the choice. How long the upload takes with it is the plan's estimate. Nothing where no file is small. */
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
  const { packing } = preflight.value;
  const { choice } = packing;

  async function choose(pack: typeof choice) {
    const changed = await setPacking.run({ uploadId: upload.id, pack });
    if (!changed.ok) return;
    preflight.refetch();
    onChanged();
  }

  return (
    <Card title={reviewWords.packing}>
      <div className="stack">
        <FailureNotice failure={setPacking.failure} onDismiss={setPacking.dismiss} />
        <p className="small muted">{reviewWords.packingDescription}</p>
        <RadioGroup
          label={reviewWords.packingChoice(packing)}
          options={[
            {
              value: 'auto',
              label:
                choice === 'auto' ? reviewWords.packingAutoNow(packing.isPacked) : reviewWords.packingAuto,
              description: reviewWords.packingAutoDescription,
            },
            {
              value: 'always',
              label: reviewWords.packingAlways(packing),
              description: reviewWords.packingRequests(packing.packedRequests),
            },
            {
              value: 'never',
              label: reviewWords.packingNever,
              description: reviewWords.packingRequests(packing.aloneRequests),
            },
          ]}
          value={choice}
          onChange={(chosen) => void choose(chosen)}
        />
      </div>
    </Card>
  );
}
