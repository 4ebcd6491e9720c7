import { type ReactNode, useState } from 'react';
import type { ActionState } from '../state/use-command.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { Button, type ButtonProps } from './button.tsx';

/** A button that asks before it runs a command which can't be undone. The question stays open if the command fails. */
export function ConfirmButton({
  command,
  onConfirm,
  title,
  safe,
  destructive,
  question,
  ...button
}: Pick<ButtonProps, 'children' | 'small' | 'variant'> & {
  readonly command: ActionState;
  readonly onConfirm: () => Promise<{ readonly ok: boolean }>;
  readonly title: string;
  /** The label of the safe answer, e.g. "Keep upload". */
  readonly safe: string;
  readonly destructive: string;
  readonly question: ReactNode;
}) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button {...button} onPress={() => setAsking(true)} />
      <AlertDialog
        title={title}
        open={isAsking}
        safe={safe}
        destructive={destructive}
        busy={command.busy}
        failure={command.failure}
        onSafe={() => {
          setAsking(false);
          command.dismiss();
        }}
        onDestructive={async () => {
          if ((await onConfirm()).ok) setAsking(false);
        }}
      >
        {question}
      </AlertDialog>
    </>
  );
}
