import { words } from '../../i18n/words.ts';
import { useCommand } from '../../state/asking.ts';
import { useSandbox } from '../../state/hooks.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';

const say = words.newUploadSource;

/** Where something waits for the practice platform: that it does not run, and how to start it. Nothing while it runs. */
export function PracticeStopped() {
  const sandbox = useSandbox();
  const start = useCommand('sandbox.start');
  if (sandbox.kind === 'running') return null;
  return (
    <>
      <Notice
        tone="warn"
        title={say.practiceStopped}
        action={
          <Button
            small
            busy={start.busy || sandbox.kind === 'starting'}
            onPress={() => void start.run(undefined)}
          >
            {say.startPractice}
          </Button>
        }
      >
        {say.practiceStoppedMeaning}
      </Notice>
      {start.failure === null ? null : <FailureNotice failure={start.failure} />}
    </>
  );
}
