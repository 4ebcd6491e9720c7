import { isDraft } from '../../../../preload/contract/views/upload-stage.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { time } from '../../../i18n/format.ts';
import { words } from '../../../i18n/words.ts';
import { navigate } from '../../../navigation/routes.ts';
import { continueForm, linkLines, type SourceForm, startForm } from '../../../state/new-upload-draft.ts';
import { useUpload, useUploads } from '../../../state/selectors.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

const sourceWords = words.newUploadSource;
const maxDrafts = 3;

/** What a person had entered before they left the form goes on only if they say so. */
export function ContinueForm({ form, name }: { readonly form: SourceForm; readonly name: string }) {
  const { sources } = form;
  const lines = linkLines(form.links);
  return (
    <Notice
      tone="info"
      title={sourceWords.continueForm(name, sources.length + lines.length)}
      action={
        <>
          <Button variant="primary" onPress={continueForm}>
            {sourceWords.continue}
          </Button>
          <Button onPress={() => startForm()}>{sourceWords.startEmpty}</Button>
        </>
      }
    >
      {sourceWords.continueFormText}
      <ul>
        {sources.map(({ sourceId, path }) => (
          <li key={sourceId}>{path}</li>
        ))}
      </ul>
    </Notice>
  );
}

/** Each saved draft by name, so that nobody adds to one by opening a new upload. */
export function ContinueDraft() {
  const drafts = useUploads().filter((upload) => isDraft(upload) && upload.watchRuleId === null);
  const shown = drafts.slice(0, maxDrafts);
  if (shown.length === 0) return null;
  return (
    <Notice tone="info" title={sourceWords.continueDraft(drafts.length)}>
      <ul className="saved-drafts">
        {shown.map((draft) => (
          <li key={draft.id}>
            <span>{draftText(draft)}</span>
            <Button
              small
              label={sourceWords.continueDraftLabel(draft.datasetName)}
              onPress={() => navigate({ kind: 'new-upload', uploadId: draft.id })}
            >
              {words.uploads.continueDraft}
            </Button>
          </li>
        ))}
      </ul>
      {drafts.length > shown.length ? sourceWords.moreDrafts(drafts.length - shown.length) : null}
    </Notice>
  );
}

/** What becomes of the draft whose sources are changed, and the way back to it. */
export function ReplacedDraft({ id }: { readonly id: number }) {
  const draft = useUpload(id);
  if (draft === null || !isDraft(draft)) return null;
  return (
    <Notice
      tone="warn"
      title={sourceWords.replaces(draft.datasetName)}
      action={
        <Button
          small
          onPress={() => {
            startForm();
            navigate({ kind: 'new-upload', uploadId: id }, 'replace');
          }}
        >
          {sourceWords.changeKeep}
        </Button>
      }
    >
      {sourceWords.replacesText}
      <ul>
        {draft.sources.map((source) => (
          <li key={source}>{source}</li>
        ))}
      </ul>
    </Notice>
  );
}

function draftText({ datasetName, databaseName, sources, createdAt }: UploadView): string {
  return sourceWords.savedDraft(datasetName, databaseName, sources.length, time(createdAt));
}
