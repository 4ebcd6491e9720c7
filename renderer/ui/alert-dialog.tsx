import type { ReactNode } from 'react';
import type { Failure } from '../../preload/contract/failures/failure.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { FailureNotice } from './notice.tsx';

/** Confirms something that can't be undone. The safe answer has the focus; Enter and Escape choose it. */
export function AlertDialog({
  title,
  open,
  safe,
  destructive,
  onSafe,
  onDestructive,
  busy = false,
  failure = null,
  children,
}: {
  readonly title: string;
  readonly open: boolean;
  /** The label of the safe button, e.g. "Keep upload". */
  readonly safe: string;
  readonly destructive: string;
  readonly onSafe: () => void;
  readonly onDestructive: () => void;
  readonly busy?: boolean;
  readonly failure?: Failure | null;
  readonly children: ReactNode;
}) {
  return (
    <Dialog
      title={title}
      open={open}
      onClose={onSafe}
      role="alertdialog"
      buttons={
        <>
          <Button autoFocus onPress={onSafe}>
            {safe}
          </Button>
          <Button variant="danger" busy={busy} onPress={onDestructive}>
            {destructive}
          </Button>
        </>
      }
    >
      {children}
      <FailureNotice failure={failure} />
    </Dialog>
  );
}
