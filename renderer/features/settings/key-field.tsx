import { useState } from 'react';
import type { AppView } from '../../../preload/contract/views.ts';
import { words } from '../../i18n/words.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';

const connectWords = words.connect;

/** An API key as it is typed: hidden until the person asks to see it. */
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
  const [shown, setShown] = useState(false);
  return (
    <div className="key-field">
      <Field
        kind={shown ? 'text' : 'password'}
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
        label={shown ? words.ui.hideKey : words.ui.showKey}
        disabled={disabled}
        onPress={() => setShown(!shown)}
      >
        {shown ? connectWords.hide : connectWords.show}
      </Button>
    </div>
  );
}

/** How the key will be kept; where it would be readable, only with the person's knowing consent. */
export function KeyKeeping({
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
        <div className="stack-small">
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
