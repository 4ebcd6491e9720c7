/** The few sentences that the shell says by itself, in notifications and dialogs. Pure. */
import type { UploadView } from '../preload/contract/views.ts';

export interface Notice {
  readonly title: string;
  readonly body: string;
}

const numbers = new Intl.NumberFormat('en');

function files(count: number): string {
  return `${numbers.format(count)} ${count === 1 ? 'file' : 'files'}`;
}

export function noticeOf(upload: UploadView, needsPerson: boolean): Notice {
  if (needsPerson) {
    return {
      title: `${upload.name}: needs you`,
      body: upload.stoppedBy?.message ?? `${files(upload.totals.held.items)} wait for your decision.`,
    };
  }
  const { accepted, failed } = upload.totals;
  const skipped = upload.totals['skipped'];
  const parts = [`${files(accepted.items)} uploaded`];
  if (skipped.items > 0) parts.push(`${numbers.format(skipped.items)} left out`);
  if (failed.items > 0) parts.push(`${numbers.format(failed.items)} failed`);
  return { title: `${upload.name}: finished`, body: `${parts.join(', ')}.` };
}

export function trayWords(sending: number, fraction: number | null): string {
  const share = fraction === null ? '' : `, ${Math.floor(fraction * 100)} %`;
  return `Lading: ${sending} ${sending === 1 ? 'upload' : 'uploads'} running${share}`;
}
