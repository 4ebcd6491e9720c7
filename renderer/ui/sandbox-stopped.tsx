import { words } from '../i18n/words.ts';
import { useCommand } from '../state/asking.ts';
import { useSandbox } from '../state/hooks.ts';
import { Button } from './button.tsx';
import { FailureNotice, Notice } from './notice.tsx';

const sandboxWords = words.sandbox;

/** Where something waits for the practice platform: that it does not run, and how to start it. Nothing while it runs. */
export function SandboxStopped() {
  const sandbox = useSandbox();
  const start = useCommand('sandbox.start');
  if (sandbox.kind === 'running') return null;
  return (
    <>
      <Notice
        tone="warn"
        title={sandboxWords.notRunning}
        action={
          <Button
            small
            busy={start.busy || sandbox.kind === 'starting'}
            onPress={() => void start.run(undefined)}
          >
            {sandboxWords.start}
          </Button>
        }
      >
        {sandboxWords.notRunningDescription}
      </Notice>
      {start.failure === null ? null : <FailureNotice failure={start.failure} />}
    </>
  );
}
