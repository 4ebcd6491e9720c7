import { createContext, useContext } from 'react';
import { printable } from '../../../../preload/contract/texts/printable.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { type DraftStep, navigate } from '../../../navigation/routes.ts';
import { useQuery } from '../../../state/use-query.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { mapRuleOf } from './custodian-map-rule.tsx';

/** What nobody decided yet about the custodians of a draft, a sentence for each. */
export const UndecidedCustodians = createContext<readonly string[]>([]);

/** Asked again where the Custodians step is opened or left, and where the files or the rules change. */
export function useUndecidedCustodians(upload: UploadView, step: DraftStep): readonly string[] {
  const { id, leaveUnassigned, links, totals, custodianRules, custodianNames, custodian } = upload;
  const isScanned = upload.state !== 'scanning';
  const input = isScanned ? { argument: { uploadId: id } } : null;
  const version = JSON.stringify([
    step === 'custodians',
    totals.queued,
    custodianRules,
    custodianNames,
    custodian,
  ]);
  const custodians = useQuery('drafts.custodians', input, version);
  const matches = useQuery('custodianMatches.list', input, version);
  const unassigned =
    custodians.kind === 'loaded' && !leaveUnassigned
      ? custodians.value.custodians.find((one) => one.custodian === null)
      : undefined;
  const directory = matches.kind === 'loaded' ? matches.value.directory : null;
  const open =
    matches.kind === 'loaded'
      ? matches.value.rows.filter(({ isDecided }) => !isDecided).length + matches.value.more
      : 0;
  return [
    ...(unassigned === undefined || unassigned.items === 0
      ? []
      : [words.newUploadCustodians.unassigned(unassigned.items, unassigned.bytes, links)]),
    ...(directory === null || open === 0
      ? []
      : [words.custodianMatches.reviewNote(open, printable(directory.name))]),
  ];
}

/** In the review. The start isn't stopped: files may be sent without a custodian. */
export function UndecidedCustodiansNotice({ uploadId }: { readonly uploadId: number }) {
  const [title, ...more] = useContext(UndecidedCustodians);
  if (title === undefined) return null;
  return (
    <Notice
      tone="warn"
      title={title}
      action={
        <Button small onPress={() => navigate({ kind: 'new-upload', uploadId, step: 'custodians' })}>
          {words.newUploadReview.decideCustodians}
        </Button>
      }
    >
      {more.map((text) => `${text}. `)}
      {words.newUploadReview.undecidedCustodians}
    </Notice>
  );
}

/** In the review: what the CSV doesn't match. The files have their custodians, so there is nothing to decide. */
export function MapNotice({ upload }: { readonly upload: UploadView }) {
  const map = mapRuleOf(upload);
  const input = map === null ? null : { argument: { uploadId: upload.id } };
  const match = useQuery('drafts.custodianMapMatch', input);
  if (map === null || match.kind !== 'loaded' || match.value === null) return null;
  const { unmatchedRows, unnamedFolders } = match.value;
  const { csvUnmatched, csvUnnamed } = words.newUploadCustodians;
  const [title, ...more] = [
    ...(unnamedFolders === 0 ? [] : [csvUnnamed(unnamedFolders, printable(map.name))]),
    ...(unmatchedRows === 0 ? [] : [csvUnmatched(unmatchedRows, printable(map.name))]),
  ];
  if (title === undefined) return null;
  return (
    <Notice
      tone="info"
      title={title}
      action={
        <Button
          small
          onPress={() => navigate({ kind: 'new-upload', uploadId: upload.id, step: 'custodians' })}
        >
          {words.newUploadReview.showCsv}
        </Button>
      }
    >
      {more.map((text) => `${text}.`)}
    </Notice>
  );
}
