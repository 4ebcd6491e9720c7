import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';

/** What a draft uploads, wherever it is said: "1,201 files of 1,204 found". The others are skipped, or failed in the scan. */
export function draftAmount({ totals, links }: Pick<UploadView, 'totals' | 'links'>): string {
  const { queued, skipped, failed } = totals;
  const amount = words.common.filesAndLinks(queued.items - links, links);
  const notSent = skipped.items + failed.items;
  return notSent === 0 ? amount : words.newUpload.ofFound(amount, queued.items + notSent);
}
