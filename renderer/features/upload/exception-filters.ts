import { exceptionLabels } from '../../../preload/contract/texts/exception-text.ts';
import {
  countExceptions,
  type ExceptionCounts,
  type ExceptionGroup,
  exceptionGroups,
} from '../../../preload/contract/views/exception.ts';
import { words } from '../../i18n/words.ts';

/** What a person leaves out is no exception: it is shown when asked for. */
const counted = exceptionGroups.filter((group) => group !== 'excluded');

export interface ExceptionFilter {
  readonly value: 'all' | 'with-skipped' | ExceptionGroup;
  readonly label: string;
  readonly groups: readonly ExceptionGroup[];
}

/** What the list of exceptions, and its export, can show. All exceptions come first. */
export function exceptionFilters(counts: ExceptionCounts): readonly [ExceptionFilter, ...ExceptionFilter[]] {
  const all = countExceptions(counts);
  const { excluded } = counts;
  const { uploadFiles } = words;
  return [
    { value: 'all', label: uploadFiles.all(all), groups: counted },
    ...exceptionGroups.flatMap((group) =>
      counts[group] === 0
        ? []
        : [
            {
              value: group,
              label: uploadFiles.group(exceptionLabels[group], counts[group]),
              groups: [group],
            },
          ],
    ),
    ...(all === 0 || excluded === 0
      ? []
      : [
          {
            value: 'with-skipped' as const,
            label: uploadFiles.withSkipped(all + excluded),
            groups: exceptionGroups,
          },
        ]),
  ];
}
