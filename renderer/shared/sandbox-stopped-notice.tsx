import { words } from '../i18n/words.ts';
import { useSandbox } from '../state/selectors.ts';
import { useCommand } from '../state/use-command.ts';
import { Button } from '../ui/button.tsx';
import { FailureNotice, Notice } from '../ui/notice.tsx';

/** For anything that needs the sandbox: says that it isn't running and starts it. Shows nothing while it runs. */
export function SandboxStoppedNotice() {
  const sandbox = useSandbox();
  const start = useCommand('sandbox.start');
  if (sandbox.kind === 'running') return null;
  return (
    <>
      <Notice
        tone="warn"
        title={words.sandbox.notRunning}
        action={
          <Button
            small
            busy={start.busy || sandbox.kind === 'starting'}
            onPress={() => void start.run(undefined)}
          >
            {words.sandbox.start}
          </Button>
        }
      >
        {words.sandbox.notRunningDescription}
      </Notice>
      <FailureNotice failure={start.failure} />
    </>
  );
}
