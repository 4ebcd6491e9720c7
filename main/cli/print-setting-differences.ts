import { printable } from '../../preload/contract/texts/printable.ts';
import {
  type SettingDifference,
  settingDifferenceText,
} from '../../preload/contract/views/settings-difference.ts';
import type { UploadId } from '../engine/index.ts';
import type { CliContext } from './cli-context.ts';

/** A dataset's settings can't be changed later. `id` is null for a dry run. */
export function printSettingDifferences(
  { output }: CliContext,
  id: UploadId | null,
  differences: readonly SettingDifference[],
): void {
  for (const difference of differences) {
    output.event('setting-differs', { upload: id, ...difference });
    output.warn(printable(settingDifferenceText(difference)));
  }
}
