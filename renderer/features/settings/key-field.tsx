import { useState } from 'react';
import type { AppView } from '../../../preload/contract/views/views.ts';
import { words } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import './settings.css';

const connectWords = words.connect;

/** Input for an API key, hidden until the user chooses to show it. */
export function KeyField({
  value,
  onChange,
  error,
  disabled = false,
  autoFocus = false,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | null;
  readonly disabled?: boolean;
  readonly autoFocus?: boolean;
}) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="key-field">
      <Field
        kind={isShown ? 'text' : 'password'}
        mono
        label={connectWords.apiKey}
        value={value}
        onChange={onChange}
        hint={connectWords.apiKeyHint}
        error={error}
        disabled={disabled}
        autoFocus={autoFocus}
        maxLength={4000}
      />
      <Button
        label={isShown ? words.ui.hideKey : words.ui.showKey}
        disabled={disabled}
        onPress={() => setShown(!isShown)}
      >
        {isShown ? connectWords.hide : connectWords.show}
      </Button>
    </div>
  );
}

/** How the key will be stored. Storing it unencrypted requires the user's consent. */
export function KeyStorageNotice({
  keyStorage,
  accepted,
  onAccept,
  error,
}: {
  readonly keyStorage: AppView['keyStorage'];
  readonly accepted: boolean;
  readonly onAccept: (accepted: boolean) => void;
  readonly error: string | null;
}) {
  switch (keyStorage) {
    case 'keychain':
      return <p className="small faint">{connectWords.keychain}</p>;
    case 'unavailable':
      return (
        <Notice tone="bad" title={connectWords.unavailableTitle}>
          {connectWords.unavailable}
        </Notice>
      );
    case 'plaintext':
      return (
        <div className="settings-stack">
          <Notice tone="warn" title={connectWords.plaintextTitle}>
            {connectWords.plaintext}
          </Notice>
          <Checkbox selected={accepted} onChange={onAccept}>
            {connectWords.plaintextConsent}
          </Checkbox>
          {error === null ? null : (
            <p className="field-error" role="alert">
              {error}
            </p>
          )}
        </div>
      );
  }
}
