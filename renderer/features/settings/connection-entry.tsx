import { useState } from 'react';
import { failureKind, failureText } from '../../../preload/contract/failures/failure-table.ts';
import type { ConnectionView, SandboxView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { useSandbox } from '../../state/selectors.ts';
import { together, useCommand } from '../../state/use-command.ts';
import { useFileCommand } from '../../state/use-file-command.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Menu } from '../../ui/menu.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { Select } from '../../ui/select.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { remediesFor } from './connect-check.ts';
import { NetworkButton } from './connect-failure.tsx';
import { ReplaceKeyDialog } from './replace-key-dialog.tsx';

const settingsWords = words.settings;

export function ConnectionEntry({ connection }: { readonly connection: ConnectionView }) {
  const { id: connectionId, name, state, isSandbox } = connection;
  const [openDialog, setOpenDialog] = useState<'key' | 'remove' | null>(null);
  const check = useCommand('connections.check');
  const remove = useCommand('connections.remove');
  const importProfile = useFileCommand('profile', 'connections.importProfile');
  const { failure, dismiss } = together(check, importProfile);
  const close = () => setOpenDialog(null);
  const checkNow = () => void check.run({ connectionId });
  const importNow = () => void importProfile.run((path) => ({ connectionId, path }));
  const button = (label: string, onPress: () => void) => (
    <Button key={label} small onPress={onPress}>
      {label}
    </Button>
  );
  const remedyButtons = {
    'replace-key': button(settingsWords.replaceKey, () => setOpenDialog('key')),
    'import-profile': button(settingsWords.importProfile, importNow),
    check: button(settingsWords.check, checkNow),
    network: <NetworkButton key="network" />,
  };

  return (
    <li className="connection">
      <div className="connection-header">
        <h3 className="truncate" title={name}>
          {name}
        </h3>
        <ConnectionState connection={connection} />
        <div className="connection-actions">
          <Button small busy={check.busy} onPress={checkNow}>
            {check.busy ? settingsWords.checking : settingsWords.check}
          </Button>
          <Menu
            label={settingsWords.more(name)}
            entries={[
              ...(isSandbox
                ? []
                : [
                    { id: 'key', label: settingsWords.replaceKey, onAction: () => setOpenDialog('key') },
                    {
                      id: 'profile',
                      label: settingsWords.importProfile,
                      onAction: importNow,
                    },
                  ]),
              {
                id: 'remove',
                label: settingsWords.remove,
                danger: true,
                onAction: () => setOpenDialog('remove'),
              },
            ]}
          >
            <Button small variant="quiet" icon="chevronDown" label={settingsWords.more(name)} />
          </Menu>
        </div>
      </div>
      <DescriptionList
        items={[
          [settingsWords.server, connection.serverUrl],
          [
            settingsWords.key,
            isSandbox ? settingsWords.sandboxKey : (connection.keyId ?? settingsWords.noKey),
          ],
          [settingsWords.profile, connection.profileName ?? settingsWords.profileDefault],
        ]}
      />
      <FormField connection={connection} />
      {/* Without the advice, which leads to this screen. */}
      {state.kind === 'failed' ? (
        <Notice
          tone="bad"
          title={words.failures[failureKind(state.failure)]}
          action={isSandbox ? null : remediesFor(state.failure).map((remedy) => remedyButtons[remedy])}
        >
          {failureText(state.failure)}
        </Notice>
      ) : null}
      {failure === null ? null : (
        <>
          <FailureNotice failure={failure} onDismiss={dismiss} />
          {importProfile.failure === null ? null : (
            <p className="small muted">{settingsWords.importFailed}</p>
          )}
        </>
      )}
      {openDialog === 'key' ? <ReplaceKeyDialog connection={connection} onClose={close} /> : null}
      <AlertDialog
        title={settingsWords.removeTitle(name)}
        open={openDialog === 'remove'}
        safe={settingsWords.removeKeep}
        destructive={settingsWords.removeConfirm}
        onSafe={close}
        busy={remove.busy}
        failure={remove.failure}
        onDestructive={() => void remove.run({ connectionId })}
      >
        <p>{settingsWords.removeDescription}</p>
      </AlertDialog>
    </li>
  );
}

/** The form of the interface: what the platform has and what it lacks follows from it. */
function FormField({ connection: { id, form } }: { readonly connection: ConnectionView }) {
  const setForm = useCommand('connections.setForm');
  const chosen = form?.basis === 'chosen' ? form.form : 'find';
  return (
    <>
      <Select
        label={settingsWords.form}
        options={(['find', 'base', 'extended'] as const).map((value) => ({
          value,
          label: settingsWords.forms[value],
        }))}
        value={chosen}
        onChange={(value) => void setForm.run({ connectionId: id, form: value === 'find' ? null : value })}
        disabled={setForm.busy}
        hint={formHint(form)}
      />
      <FailureNotice failure={setForm.failure} onDismiss={setForm.dismiss} />
    </>
  );
}

function formHint(form: ConnectionView['form']): string {
  switch (form?.basis) {
    case undefined:
      return settingsWords.formUnknown;
    case 'found':
      return settingsWords.formFound;
    case 'assumed':
      return settingsWords.formAssumed;
    case 'chosen':
      return settingsWords.formChosen[form.form];
  }
}

function ConnectionState({ connection }: { readonly connection: ConnectionView }) {
  const sandbox = useSandbox();
  return (
    <>
      {connection.isSandbox ? <StatusPill tone="warn" icon="sandbox" label={settingsWords.sandbox} /> : null}
      <StatePill connection={connection} sandbox={sandbox} />
    </>
  );
}

function StatePill({
  connection,
  sandbox,
}: {
  readonly connection: ConnectionView;
  readonly sandbox: SandboxView;
}) {
  const { state, isSandbox, keyId } = connection;
  if (isSandbox && sandbox.kind !== 'running') {
    return <StatusPill tone="plain" icon="pause" label={settingsWords.states.sandboxStopped} />;
  }
  if (keyId === null) {
    return <StatusPill tone="bad" icon="alert" label={settingsWords.states.noKey} />;
  }
  switch (state.kind) {
    case 'ready':
      return <StatusPill tone="ok" icon="check" label={settingsWords.states.ready(state.userName)} />;
    case 'unchecked':
      return <StatusPill tone="plain" icon="clock" label={settingsWords.states.unchecked} />;
    case 'failed':
      return <StatusPill tone="bad" icon="alert" label={settingsWords.states.failed} />;
  }
}
