import { keyStorageText } from '../../../preload/contract/texts/signing-key-text.ts';
import { words } from '../../i18n/words.ts';
import { useQuery } from '../../state/use-query.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import './settings.css';

const settingsWords = words.settings;
const whole = { argument: undefined } as const;

/** The key that signs receipts, for others to compare. */
export function ReceiptSettings() {
  const key = useQuery('receipts.signingKey', whole);
  switch (key.kind) {
    case 'loading':
      return null;
    case 'failed':
      return <FailureNotice failure={key.failure} />;
    case 'loaded':
      return (
        <>
          <div className="settings-stack">
            <div className="field-label">{settingsWords.keyFingerprint}</div>
            <p className="mono selectable settings-path">{key.value.fingerprint}</p>
            <p className="muted">{settingsWords.privateKey(keyStorageText(key.value.storage))}</p>
          </div>
          <div className="row">
            <CopyButton text={key.value.fingerprint}>{words.upload.copyFingerprint}</CopyButton>
          </div>
        </>
      );
  }
}
