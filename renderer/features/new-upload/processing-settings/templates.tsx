import { useRef, useState } from 'react';
import type { ProcessingSettingView } from '../../../../preload/contract/views/views.ts';
import { words } from '../../../i18n/words.ts';
import { useCommand } from '../../../state/use-command.ts';
import { useQuery } from '../../../state/use-query.ts';
import { AlertDialog } from '../../../ui/alert-dialog.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';
import { Select } from '../../../ui/select.tsx';
import { applyTemplate, type Settings } from './setting-values.ts';

const settingWords = words.newUploadSettings;

/** Named settings, to reuse in similar uploads. */
export function Templates({
  form,
  settings,
  onApply,
}: {
  readonly form: readonly ProcessingSettingView[];
  readonly settings: Settings;
  readonly onApply: (settings: Settings) => void;
}) {
  const templates = useQuery('templates.list', { argument: undefined });
  const [selectedId, setSelectedId] = useState<number | null>(null);
  const [openDialog, setOpenDialog] = useState<'save' | 'remove' | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const tools = useRef<HTMLDivElement>(null);
  const remove = useCommand('templates.remove');
  const list = templates.kind === 'loaded' ? templates.value : [];
  const selected = list.find(({ id }) => id === selectedId) ?? null;

  function apply() {
    if (selected === null) return;
    const { settings: applied, skipped } = applyTemplate(selected, form);
    onApply(applied);
    setAnnouncement(
      skipped.length === 0
        ? settingWords.applied(selected.name)
        : `${settingWords.applied(selected.name)} ${settingWords.notInProfile(skipped)}`,
    );
  }

  return (
    <Card label={settingWords.templates}>
      <div className="templates" ref={tools}>
        {list.length === 0 ? (
          <span className="templates-none">{settingWords.noTemplates}</span>
        ) : (
          <>
            <Select
              label={settingWords.template}
              options={list.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={selected === null ? null : String(selected.id)}
              onChange={(id) => setSelectedId(Number(id))}
              placeholder={settingWords.chooseTemplate}
            />
            <Button disabled={selected === null} onPress={apply}>
              {settingWords.applyTemplate}
            </Button>
          </>
        )}
        <Button {...(list.length === 0 ? {} : { variant: 'quiet' })} onPress={() => setOpenDialog('save')}>
          {settingWords.saveAs}
        </Button>
        {selected === null ? null : (
          <Button variant="quiet" onPress={() => setOpenDialog('remove')}>
            {settingWords.removeTemplate}
          </Button>
        )}
        <span role="status" className="small muted">
          {announcement}
        </span>
      </div>
      <FailureNotice failure={templates.failure} onRetry={templates.refetch} />
      {openDialog === 'save' ? (
        <SaveTemplate
          names={list.map(({ name }) => name)}
          settings={settings}
          onClose={() => setOpenDialog(null)}
          onSaved={(id, name) => {
            setOpenDialog(null);
            setSelectedId(id);
            setAnnouncement(settingWords.saved(name));
            templates.refetch();
          }}
        />
      ) : null}
      {selected === null ? null : (
        <AlertDialog
          title={settingWords.removeTitle(selected.name)}
          open={openDialog === 'remove'}
          safe={settingWords.removeKeep}
          destructive={settingWords.removeConfirm}
          onSafe={() => setOpenDialog(null)}
          busy={remove.busy}
          failure={remove.failure}
          onDestructive={async () => {
            const removed = await remove.run({ id: selected.id });
            if (!removed.ok) return;
            setOpenDialog(null);
            setSelectedId(null);
            setAnnouncement(settingWords.removed(selected.name));
            templates.refetch();
            // The pressed button is gone with the template, so the focus moves to its neighbor.
            requestAnimationFrame(() =>
              tools.current?.querySelector<HTMLElement>(':scope > button:last-of-type')?.focus(),
            );
          }}
        >
          <p>{settingWords.removeDescription}</p>
        </AlertDialog>
      )}
    </Card>
  );
}

function SaveTemplate({
  names,
  settings,
  onClose,
  onSaved,
}: {
  readonly names: readonly string[];
  readonly settings: Settings;
  readonly onClose: () => void;
  readonly onSaved: (id: number, name: string) => void;
}) {
  const [name, setName] = useState('');
  const save = useCommand('templates.save');
  const trimmed = name.trim();
  async function saveTemplate() {
    if (trimmed === '' || save.busy) return;
    const saved = await save.run({ name: trimmed, settings: { ...settings } });
    if (saved.ok) onSaved(saved.value.id, saved.value.name);
  }
  return (
    <Dialog
      title={settingWords.saveAsTitle}
      open
      onClose={onClose}
      submit={{
        label: words.common.save,
        busy: save.busy,
        disabled: trimmed === '',
        onPress: () => void saveTemplate(),
      }}
    >
      <Field
        label={settingWords.templateName}
        value={name}
        onChange={setName}
        onEnter={() => void saveTemplate()}
        maxLength={100}
        autoFocus
        {...(names.includes(trimmed) ? { hint: settingWords.templateReplaces } : {})}
      />
      <FailureNotice failure={save.failure} />
    </Dialog>
  );
}
