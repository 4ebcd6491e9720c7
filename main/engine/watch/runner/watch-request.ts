import type { StoredWatchRule } from '../../store/watch/watch-rule-repository.ts';
import type { UploadRequest } from '../../types/uploads.ts';
import type { WatchCustodians } from './read-custodians.ts';

/** What a batch of a watched folder asks for, as if a person had made the upload. An existing dataset has its settings. */
export function watchRequest(
  { rule }: Pick<StoredWatchRule, 'rule'>,
  { rules, map }: WatchCustodians,
  dataset: { readonly id: number } | { readonly name: string },
): UploadRequest {
  return {
    databaseId: rule.database,
    dataset: 'id' in dataset ? dataset : { name: dataset.name, description: null },
    settings: 'id' in dataset ? {} : rule.settings,
    sources: [rule.path],
    links: [],
    custodian: rule.custodian,
    custodianRules: rules,
    ...(map === null ? {} : { custodianMap: map }),
    passwordFile: rule.passwordFile,
    ...(rule.hold.length === 0 ? {} : { hold: rule.hold }),
    followSymlinks: false,
    sha1: true,
    partCheck: 'auto',
    pack: rule.pack,
  };
}
