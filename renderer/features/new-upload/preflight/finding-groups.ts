import type { FindingGroup, FindingsView } from '../../../../preload/contract/calls/preflight-calls.ts';
import type { Severity } from '../../../../preload/contract/views/finding.ts';
import { isListedElsewhere, leftToDo } from '../../../../preload/contract/views/finding-group.ts';
import type { PreflightView } from '../../../../preload/contract/views/preflight-view.ts';

export function shownGroups({ groups }: FindingsView): readonly FindingGroup[] {
  return groups.filter((group) => !isListedElsewhere(group));
}

/** Kinds of one severity that leave something to do. */
export function groupsLeftToDo(found: FindingsView, wanted: Severity): readonly FindingGroup[] {
  return shownGroups(found).filter((group) => group.severity === wanted && leftToDo(group) > 0);
}

export function countLeftToDo(found: FindingsView, wanted: Severity): number {
  return groupsLeftToDo(found, wanted).reduce((sum, group) => sum + leftToDo(group), 0);
}

/** Errors in files that are sent, and files that failed. */
export function countErrors(
  { totals }: Pick<PreflightView, 'totals'>,
  groups: readonly FindingGroup[],
): number {
  return groups.reduce((sum, group) => sum + leftToDo(group), totals.failed.items);
}

/** Every file was checked and is sent, without an error or a warning; false without files, as links aren't opened. */
export function areFilesFine(
  { totals, links }: Pick<PreflightView, 'totals' | 'links'>,
  found: FindingsView,
): boolean {
  const { queued, skipped, failed } = totals;
  const isUpToLinks = queued.items === links.length || links.some(({ warnings }) => warnings.length > 0);
  const hasFindings = shownGroups(found).some(({ severity }) => severity !== 'info');
  return !isUpToLinks && skipped.items + failed.items === 0 && !hasFindings && isEveryFileChecked(found);
}

/** Otherwise nobody knows of some files whether they are locked or damaged. */
export function isEveryFileChecked({ inspection }: Pick<FindingsView, 'inspection'>): boolean {
  return inspection !== null && !inspection.isSkipped;
}
