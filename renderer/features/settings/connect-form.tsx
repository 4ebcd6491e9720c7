import { type FormEvent, useEffect, useRef, useState } from 'react';
import { failureText } from '../../../preload/contract/failures/failure-table.ts';
import type { ConnectionView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { useApp } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { type ConnectField, checkConnect, failedField } from './connect-check.ts';
import { ConnectFailure } from './connect-failure.tsx';
import { KeyField, KeyStorageNotice } from './key-field.tsx';
import './settings.css';

const connectWords = words.connect;

/** Name, address, and key. A connection that doesn't work isn't saved. */
export function ConnectForm({
  onConnected,
  onCancel,
}: {
  readonly onConnected: (connection: ConnectionView) => void;
  readonly onCancel?: () => void;
}) {
  const { keyStorage } = useApp();
  const [draft, setDraft] = useState({ name: '', serverUrl: '', apiKey: '', acceptPlaintext: false });
  const [attempts, setAttempts] = useState(0);
  const add = useCommand('connections.add');
  const form = useRef<HTMLFormElement>(null);
  const problems = checkConnect(draft, keyStorage);
  const isComplete = Object.keys(problems).length === 0;
  const { failure } = add;

  const change = (changed: Partial<typeof draft>) => {
    setDraft({ ...draft, ...changed });
    add.dismiss();
  };
  const errorOf = (field: ConnectField): string | null => {
    if (failure !== null && failedField(failure) === field) return failureText(failure);
    return attempts > 0 ? (problems[field] ?? null) : null;
  };

  useEffect(() => {
    if (attempts > 0) form.current?.querySelector<HTMLInputElement>('[data-invalid] input')?.focus();
  }, [attempts]);

  async function connect(event: FormEvent) {
    event.preventDefault();
    if (add.busy || keyStorage === 'unavailable') return;
    if (!isComplete) return setAttempts(attempts + 1);
    const added = await add.run(draft);
    if (!added.ok) setAttempts((before) => before + 1);
    else if (added.value !== null) onConnected(added.value);
  }

  return (
    <form ref={form} className="stack" onSubmit={(event) => void connect(event)} noValidate>
      <Field
        label={connectWords.name}
        value={draft.name}
        onChange={(name) => change({ name })}
        placeholder={connectWords.nameExample}
        error={errorOf('name')}
        maxLength={100}
      />
      <Field
        kind="url"
        label={connectWords.serverUrl}
        value={draft.serverUrl}
        onChange={(serverUrl) => change({ serverUrl })}
        placeholder={connectWords.serverUrlExample}
        hint={connectWords.serverUrlHint}
        error={errorOf('serverUrl')}
        maxLength={2000}
      />
      <KeyField
        value={draft.apiKey}
        onChange={(apiKey) => change({ apiKey })}
        error={errorOf('apiKey')}
        disabled={keyStorage === 'unavailable'}
      />
      <KeyStorageNotice
        keyStorage={keyStorage}
        accepted={draft.acceptPlaintext}
        onAccept={(acceptPlaintext) => change({ acceptPlaintext })}
        error={errorOf('consent')}
      />
      {failure === null || failedField(failure) !== null ? null : <ConnectFailure failure={failure} />}
      <div className="row connect-form-buttons">
        {onCancel === undefined ? null : <Button onPress={onCancel}>{words.common.cancel}</Button>}
        <Button type="submit" variant="primary" busy={add.busy} disabled={keyStorage === 'unavailable'}>
          {add.busy ? connectWords.connecting : connectWords.connect}
        </Button>
      </div>
    </form>
  );
}
