import { words } from '../i18n/words.ts';
import { chooseConnection, useChosenConnection } from '../state/chosen-connection.ts';
import { useConnections } from '../state/selectors.ts';
import { useCommand } from '../state/use-command.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';
import { Select } from '../ui/select.tsx';
import { NoConnection } from './not-found.tsx';
import { SandboxStoppedNotice } from './sandbox-stopped-notice.tsx';

/** The connection of the screens about the platform. Shows nothing where there is no choice. */
export function ConnectionPicker() {
  const connections = useConnections();
  const chosen = useChosenConnection();
  if (connections.length < 2) return null;
  return (
    <Select
      label={words.platform.connection}
      options={connections.map(({ id, name, serverUrl }) => ({
        value: id,
        label: name,
        description: URL.parse(serverUrl)?.host ?? serverUrl,
      }))}
      value={chosen?.id ?? null}
      onChange={chooseConnection}
    />
  );
}

/** Why the chosen connection can't show anything, and what to do. Returns null if it can. */
export function useConnectionProblem() {
  const connection = useChosenConnection();
  const check = useCommand('connections.check');
  if (connection === null) {
    return <NoConnection />;
  }
  if (connection.state.kind === 'ready') return null;
  if (connection.isSandbox) return <SandboxStoppedNotice />;
  const retry = () => void check.run({ connectionId: connection.id });
  return connection.state.kind === 'failed' ? (
    <FailureNotice failure={connection.state.failure} onRetry={retry} />
  ) : (
    <Notice
      tone="info"
      title={words.platform.unchecked}
      action={
        <Button small busy={check.busy} onPress={retry}>
          {words.platform.check}
        </Button>
      }
    />
  );
}
