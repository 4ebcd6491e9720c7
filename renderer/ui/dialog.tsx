import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { words } from '../i18n/words.ts';
import { Button } from './button.tsx';
import './dialog.css';

/** What the primary button of a dialog does. */
interface Submit {
  readonly label: string;
  readonly onPress: () => void;
  readonly busy?: boolean;
  readonly disabled?: boolean;
}

/** A question or a small form over the window: with what it submits, or with other buttons, the safe one first. */
export function Dialog({
  title,
  open,
  onClose,
  children,
  submit,
  buttons,
  wide = false,
  role = 'dialog',
}: {
  readonly title: string;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly submit?: Submit;
  readonly buttons?: ReactNode;
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
          <div className="dialog-buttons">
            {buttons}
            {submit === undefined ? null : <SubmitButtons {...submit} onCancel={onClose} />}
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

function SubmitButtons({ label, onCancel, ...button }: Submit & { readonly onCancel: () => void }) {
  return (
    <>
      <Button onPress={onCancel}>{words.common.cancel}</Button>
      <Button variant="primary" {...button}>
        {label}
      </Button>
    </>
  );
}
