import { useState } from 'react';
import type { ConnectionView, SandboxView } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { useSandbox } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { AlertDialog } from '../../ui/alert-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Menu } from '../../ui/menu.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { NewKey } from './new-key.tsx';

const say = words.settings;

export function ConnectionEntry({ connection }: { readonly connection: ConnectionView }) {
  const { id: connectionId, name, state, isSandbox } = connection;
  const [asks, setAsks] = useState<'key' | 'remove' | null>(null);
  const check = useCommand('connections.check');
  const remove = useCommand('connections.remove');
  const importProfile = useCommand('connections.importProfile');
  const failure = check.failure ?? importProfile.failure;
  const close = () => setAsks(null);

  return (
    <li className="connection">
      <div className="connection-head">
        <h3 className="truncate" title={name}>
          {name}
        </h3>
        <State connection={connection} />
        <div className="spacer" />
        <Button small busy={check.busy} onPress={() => void check.run({ connectionId })}>
          {check.busy ? say.checking : say.check}
        </Button>
        <Menu
          label={say.more(name)}
          entries={[
            ...(isSandbox
              ? []
              : [
                  { id: 'key', label: say.setKey, onAction: () => setAsks('key') },
                  {
                    id: 'profile',
                    label: say.importProfile,
                    onAction: () => void importProfile.run({ connectionId }),
                  },
                ]),
            { id: 'remove', label: say.remove, danger: true, onAction: () => setAsks('remove') },
          ]}
        >
          <Button small variant="quiet" icon="chevronDown" label={say.more(name)} />
        </Menu>
      </div>
      <DescriptionList
        items={[
          [say.server, connection.serverUrl],
          [say.key, isSandbox ? say.practiceKey : (connection.keyId ?? say.noKey)],
          [say.profile, connection.profileName ?? say.profileDefault],
        ]}
      />
      {state.kind === 'failed' ? (
        <FailureNotice
          failure={state.failure}
          action={
            isSandbox ? null : (
              <Button small onPress={() => setAsks('key')}>
                {say.setKey}
              </Button>
            )
          }
        />
      ) : null}
      {failure === null ? null : (
        <>
          <FailureNotice
            failure={failure}
            onDismiss={() => {
              check.dismiss();
              importProfile.dismiss();
            }}
          />
          {importProfile.failure === null ? null : <p className="small muted">{say.profileRefused}</p>}
        </>
      )}
      {asks === 'key' ? <NewKey connection={connection} onClose={close} /> : null}
      <AlertDialog
        title={say.removeTitle(name)}
        open={asks === 'remove'}
        safe={say.removeKeep}
        destructive={say.removeDo}
        onSafe={close}
        busy={remove.busy}
        failure={remove.failure}
        onDestructive={() => void remove.run({ connectionId })}
      >
        <p>{say.removeMeaning}</p>
      </AlertDialog>
    </li>
  );
}

function State({ connection }: { readonly connection: ConnectionView }) {
  const sandbox = useSandbox();
  return (
    <>
      {connection.isSandbox ? (
        <StatusPill tone="warn" icon="sandbox">
          {say.practice}
        </StatusPill>
      ) : null}
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
    return (
      <StatusPill tone="plain" icon="pause">
        {say.states.practiceStopped}
      </StatusPill>
    );
  }
  if (keyId === null) {
    return (
      <StatusPill tone="bad" icon="alert">
        {say.states.noKey}
      </StatusPill>
    );
  }
  switch (state.kind) {
    case 'ready':
      return (
        <StatusPill tone="ok" icon="check">
          {say.states.ready(state.userName)}
        </StatusPill>
      );
    case 'unchecked':
      return (
        <StatusPill tone="plain" icon="clock">
          {say.states.unchecked}
        </StatusPill>
      );
    case 'failed':
      return (
        <StatusPill tone="bad" icon="alert">
          {say.states.failed}
        </StatusPill>
      );
  }
}
