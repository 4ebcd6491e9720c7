import { useState } from 'react';
import type { Failure } from '../../../preload/contract/failures/failure.ts';
import { words } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { networkAdvice } from './connect-check.ts';
import { NetworkSettings } from './network-settings.tsx';

const connectWords = words.connect;

/** Why connecting failed, and the network settings that may help. The form keeps what was typed. */
export function ConnectFailure({ failure }: { readonly failure: Failure }) {
  const advice = networkAdvice(failure);
  const networkButton = <NetworkButton />;
  return (
    <>
      <FailureNotice failure={failure} />
      {advice === 'certificate' ? (
        <Notice tone="info" title={connectWords.certificateTitle} action={networkButton}>
          {connectWords.certificate}
        </Notice>
      ) : null}
      {advice === 'proxy' ? (
        <Notice tone="info" title={connectWords.proxyTitle} action={networkButton}>
          {connectWords.proxy}
        </Notice>
      ) : null}
    </>
  );
}

/** Opens the network settings on top of what shows the failure. */
export function NetworkButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button small onPress={() => setOpen(true)}>
        {connectWords.network}
      </Button>
      <Dialog
        title={connectWords.networkTitle}
        open={isOpen}
        onClose={() => setOpen(false)}
        buttons={
          <Button variant="primary" onPress={() => setOpen(false)}>
            {connectWords.done}
          </Button>
        }
      >
        <NetworkSettings />
      </Dialog>
    </>
  );
}
