import { useState } from 'react';
import { printable } from '../../../../preload/contract/texts/printable.ts';
import type { CustodianTemplateView } from '../../../../preload/contract/views/custodian-template.ts';
import type { UploadView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useFileCommand } from '../../../state/use-file-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { useSaveCommand } from '../../../state/use-save-command.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { Select } from '../../../ui/select.tsx';
import './custodians.css';

const templateWords = words.custodianTemplates;

/** A button that opens the templates: who gets what, saved per client. */
export function CustodianTemplates({
  upload,
  onApplied,
}: {
  readonly upload: UploadView;
  readonly onApplied: (announcement: string) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button small variant="quiet" onPress={() => setIsOpen(true)}>
        {templateWords.open}
      </Button>
      {isOpen ? (
        <TemplatesDialog
          upload={upload}
          onClose={() => setIsOpen(false)}
          onApplied={(announcement) => {
            setIsOpen(false);
            onApplied(announcement);
          }}
        />
      ) : null}
    </>
  );
}

function TemplatesDialog({
  upload,
  onClose,
  onApplied,
}: {
  readonly upload: UploadView;
  readonly onClose: () => void;
  readonly onApplied: (announcement: string) => void;
}) {
  const list = useQuery('custodianTemplates.list', { argument: { uploadId: upload.id } });
  const apply = useCommand('custodianTemplates.apply');
  const save = useCommand('custodianTemplates.save');
  const rename = useCommand('custodianTemplates.rename');
  const remove = useCommand('custodianTemplates.remove');
  const exportTemplate = useSaveCommand('save-template', 'custodianTemplates.write');
  const importTemplate = useFileCommand('template', 'custodianTemplates.add');
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const [name, setName] = useState('');
  const [isRemoving, setIsRemoving] = useState(false);
  const [said, setSaid] = useState('');
  const templates: readonly CustodianTemplateView[] = list.kind === 'loaded' ? list.value : [];
  // What was saved for this database is offered.
  const selected =
    templates.find(({ id }) => id === selectedId) ??
    templates.find(({ fits }) => fits === 'database') ??
    null;
  const trimmed = name.trim();
  const failed = [apply, save, rename, exportTemplate, importTemplate].find((one) => one.failure !== null);

  async function run<T>(
    work: Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false }>,
    say: (value: T) => string,
  ) {
    const done = await work;
    if (!done.ok) return;
    setSaid(say(done.value));
    list.refetch();
  }

  return (
    <Dialog
      title={templateWords.title}
      open
      wide
      onClose={onClose}
      buttons={<Button onPress={onClose}>{templateWords.close}</Button>}
    >
      <div className="stack">
        <FailureNotice failure={list.failure} onRetry={list.refetch} />
        {list.kind === 'loaded' && templates.length === 0 ? (
          <p className="muted">{templateWords.none}</p>
        ) : null}
        {templates.length === 0 ? null : (
          <div className="custodian-templates">
            <Select
              label={templateWords.template}
              options={templates.map((template) => ({
                value: String(template.id),
                label: printable(template.name),
                description: printable(
                  templateWords.savedFor(template.savedFor.databaseName, template.fits === 'database'),
                ),
              }))}
              value={selected === null ? null : String(selected.id)}
              onChange={(id) => setSelectedId(Number(id))}
              placeholder={templateWords.choose}
            />
            <Button
              variant="primary"
              disabled={selected === null}
              busy={apply.busy}
              onPress={async () => {
                if (selected === null) return;
                const applied = await apply.run({ uploadId: upload.id, id: selected.id });
                if (applied.ok) onApplied(templateWords.applied(printable(selected.name)));
              }}
            >
              {templateWords.apply}
            </Button>
            <Button
              disabled={selected === null}
              onPress={() =>
                selected === null
                  ? undefined
                  : void run(
                      exportTemplate.run({ name: selected.name, extension: 'json' }, (path) => ({
                        id: selected.id,
                        path,
                      })),
                      (saved) => (saved === null ? '' : words.common.savedTo(saved.path)),
                    )
              }
            >
              {templateWords.export}
            </Button>
            <Button variant="quiet" disabled={selected === null} onPress={() => setIsRemoving(true)}>
              {templateWords.remove}
            </Button>
          </div>
        )}
        {selected === null ? null : (
          <p className="small muted">{templateWords.holds(selected.rules, selected.names)}</p>
        )}
        <div className="custodian-templates">
          <Field
            label={templateWords.name}
            value={name}
            onChange={setName}
            maxLength={100}
            {...(templates.some((one) => one.name === trimmed) ? { hint: templateWords.replaces } : {})}
          />
          <Button
            disabled={trimmed === ''}
            busy={save.busy}
            onPress={() =>
              void run(save.run({ uploadId: upload.id, name: trimmed }), ({ leftOut }) =>
                templateWords.saved(trimmed, leftOut),
              )
            }
          >
            {templateWords.save}
          </Button>
          {selected === null ? null : (
            <Button
              variant="quiet"
              disabled={trimmed === ''}
              busy={rename.busy}
              onPress={() =>
                void run(rename.run({ id: selected.id, name: trimmed }), () =>
                  templateWords.renamed(printable(selected.name), trimmed),
                )
              }
            >
              {templateWords.rename}
            </Button>
          )}
          <Button
            variant="quiet"
            busy={importTemplate.busy}
            onPress={() =>
              void run(
                importTemplate.run((path) => ({ path })),
                (added) => (added === null ? '' : templateWords.imported(printable(added.name))),
              )
            }
          >
            {templateWords.import}
          </Button>
        </div>
        <p className="small" role="status">
          {said}
        </p>
        {failed?.failure == null ? null : (
          <FailureNotice failure={failed.failure} onDismiss={failed.dismiss} />
        )}
      </div>
      {selected === null ? null : (
        <AlertDialog
          title={templateWords.removeTitle(printable(selected.name))}
          open={isRemoving}
          safe={templateWords.removeKeep}
          destructive={templateWords.removeConfirm}
          onSafe={() => setIsRemoving(false)}
          busy={remove.busy}
          failure={remove.failure}
          onDestructive={async () => {
            const removed = await remove.run({ id: selected.id });
            if (!removed.ok) return;
            setIsRemoving(false);
            setSaid(templateWords.removed(printable(selected.name)));
            list.refetch();
          }}
        >
          <p>{templateWords.removeDescription}</p>
        </AlertDialog>
      )}
    </Dialog>
  );
}
