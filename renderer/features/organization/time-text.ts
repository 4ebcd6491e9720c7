import { time } from '../../i18n/format.ts';

/** In the person's zone. A time that the platform gave in another form is shown as it came. */
export function timeText(iso: string | null | undefined): string {
  if (iso === null || iso === undefined || iso === '') return '';
  return Number.isNaN(Date.parse(iso)) ? iso : time(iso);
}
