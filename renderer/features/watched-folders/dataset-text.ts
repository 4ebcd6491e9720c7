import { datasetNameOfRule } from '../../../preload/contract/watch/dataset-name.ts';
import type { NamedWatchRule } from '../../../preload/contract/watch/watched-folder.ts';
import { words } from '../../i18n/words.ts';

/** The name of a rule's datasets, with what each is where that differs: "inbox [date]". */
export const datasetText = (rule: NamedWatchRule): string =>
  datasetNameOfRule(rule, words.watchRuleText.placeholders);
