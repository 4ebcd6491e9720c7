import { useRef, useState } from 'react';
import type { ProcessingSettingView } from '../../../../preload/contract/views.ts';
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

/** Settings kept under a name, for the next upload of the same kind. */
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
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [asks, setAsks] = useState<'save' | 'remove' | null>(null);
  const [told, setTold] = useState('');
  const tools = useRef<HTMLDivElement>(null);
  const remove = useCommand('templates.remove');
  const list = templates.kind === 'loaded' ? templates.value : [];
  const chosen = list.find(({ id }) => id === chosenId) ?? null;

  function apply() {
    if (chosen === null) return;
    const { settings: applied, skipped } = applyTemplate(chosen, form);
    onApply(applied);
    setTold(
      skipped.length === 0
        ? settingWords.applied(chosen.name)
        : `${settingWords.applied(chosen.name)} ${settingWords.notInProfile(skipped)}`,
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
              value={chosen === null ? null : String(chosen.id)}
              onChange={(id) => setChosenId(Number(id))}
              placeholder={settingWords.chooseTemplate}
            />
            <Button disabled={chosen === null} onPress={apply}>
              {settingWords.applyTemplate}
            </Button>
          </>
        )}
        <Button {...(list.length === 0 ? {} : { variant: 'quiet' })} onPress={() => setAsks('save')}>
          {settingWords.saveAs}
        </Button>
        {chosen === null ? null : (
          <Button variant="quiet" onPress={() => setAsks('remove')}>
            {settingWords.removeTemplate}
          </Button>
        )}
        <span role="status" className="small muted">
          {told}
        </span>
      </div>
      {templates.kind === 'failed' ? (
        <FailureNotice failure={templates.failure} onRetry={templates.refetch} />
      ) : null}
      {asks === 'save' ? (
        <SaveTemplate
          names={list.map(({ name }) => name)}
          settings={settings}
          onClose={() => setAsks(null)}
          onSaved={(id, name) => {
            setAsks(null);
            setChosenId(id);
            setTold(settingWords.saved(name));
            templates.refetch();
          }}
        />
      ) : null}
      {chosen === null ? null : (
        <AlertDialog
          title={settingWords.removeTitle(chosen.name)}
          open={asks === 'remove'}
          safe={settingWords.removeKeep}
          destructive={settingWords.removeConfirm}
          onSafe={() => setAsks(null)}
          busy={remove.busy}
          failure={remove.failure}
          onDestructive={async () => {
            const removed = await remove.run({ id: chosen.id });
            if (!removed.ok) return;
            setAsks(null);
            setChosenId(null);
            setTold(settingWords.removed(chosen.name));
            templates.refetch();
            // What was pressed is gone with the template: the focus stays beside it.
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
  async function keep() {
    const saved = await save.run({ name: trimmed, settings: { ...settings } });
    if (saved.ok) onSaved(saved.value.id, saved.value.name);
  }
  return (
    <Dialog
      title={settingWords.saveAsTitle}
      open
      onClose={onClose}
      buttons={
        <>
          <Button onPress={onClose}>{words.common.cancel}</Button>
          <Button variant="primary" busy={save.busy} disabled={trimmed === ''} onPress={() => void keep()}>
            {words.common.save}
          </Button>
        </>
      }
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (trimmed !== '' && !save.busy) void keep();
        }}
      >
        <Field
          label={settingWords.templateName}
          value={name}
          onChange={setName}
          maxLength={100}
          autoFocus
          {...(names.includes(trimmed) ? { hint: settingWords.templateReplaces } : {})}
        />
      </form>
      {save.failure === null ? null : <FailureNotice failure={save.failure} />}
    </Dialog>
  );
}
