import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import './dialog.css';

/** A question or a small form over the window. `buttons` are at the lower right, the safe one first. */
export function Dialog({
  title,
  open,
  onClose,
  children,
  buttons,
  wide = false,
  role = 'dialog',
}: {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly buttons: ReactNode;
  readonly wide?: boolean;
  readonly role?: 'dialog' | 'alertdialog';
}) {
  return (
    <ModalOverlay
      className="scrim"
      isOpen={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      isDismissable={role === 'dialog'}
    >
      <Modal className={`dialog-frame${wide ? ' dialog-wide' : ''}`}>
        <AriaDialog className="dialog" role={role}>
          <Heading slot="title" className="dialog-title">
            {title}
          </Heading>
          {children}
          <div className="dialog-buttons">{buttons}</div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
