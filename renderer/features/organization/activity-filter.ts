import type { ActivityFilter } from '../../../preload/contract/platform/activity.ts';
import type { UserRecord } from '../../../preload/contract/platform/records.ts';
import { foldText } from '../../../preload/contract/texts/fold-text.ts';
import { personName } from '../../i18n/person-name.ts';
import { type RangeName, timeRange } from './time-range.ts';

/** The filters of the activity log as a person sets them. */
export interface FilterForm {
  readonly text: string;
  readonly range: RangeName;
  /** Days, "2026-11-14", for the range `custom`. */
  readonly from: string;
  readonly to: string;
  /** It is null for all types. */
  readonly type: string | null;
  /** Part of a name or an email address, or a user ID. */
  readonly person: string;
}

export const noFilters: FilterForm = { text: '', range: 'all', from: '', to: '', type: null, person: '' };

export function isFiltered(form: FilterForm): boolean {
  return form.text.trim() !== '' || form.range !== 'all' || form.type !== null || form.person.trim() !== '';
}

/** `nowMs` is when the filters were set, so that a list keeps its range while it is read. Pure. */
export function activityFilter(
  { text, range, from, to, type, person }: FilterForm,
  members: readonly UserRecord[],
  nowMs: number,
): ActivityFilter {
  return {
    ...timeRange(range, from, to, nowMs),
    type,
    userIds: userIdsOf(person, members),
    text: text.trim(),
  };
}

/** Whoever the text fits; a number is a user ID too, also of someone who isn't a member any more. */
function userIdsOf(person: string, members: readonly UserRecord[]): number[] | null {
  const wanted = foldText(person.trim());
  if (wanted === '') return null;
  const found = members
    .filter((member) =>
      [personName(member), member.email ?? '', member.username ?? ''].some((text) =>
        foldText(text).includes(wanted),
      ),
    )
    .map(({ id }) => id);
  const id = /^\d{1,15}$/.test(wanted) ? Number(wanted) : null;
  return id === null || found.includes(id) ? found : [...found, id];
}
