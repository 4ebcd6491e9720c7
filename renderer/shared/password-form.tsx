import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { words } from '../i18n/words.ts';
import { together, useCommand } from '../state/use-command.ts';
import { useFileCommand } from '../state/use-file-command.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { FailureNotice } from '../ui/notice.tsx';
import './password-form.css';

const passwordWords = words.newUploadPasswords;

export type AddTyped = () => Promise<boolean>;

/**
 * One password per line. The field is cleared once the engine has them, in its memory only. What is typed when the form
 * closes is added, too: nobody is to believe that a password is sent which was only typed.
 */
export function PasswordForm({
  uploadId,
  isMainTask = false,
  onAdded,
  addTypedRef,
}: {
  readonly uploadId: number;
  /** In a dialog of its own: focused, and its button is the primary one. */
  readonly isMainTask?: boolean;
  readonly onAdded: () => void;
  /** Adds what is typed; false if that failed, and the form says why. */
  readonly addTypedRef?: RefObject<AddTyped>;
}) {
  const [text, setText] = useState('');
  const [isShown, setShown] = useState(false);
  const [added, setAdded] = useState<number | null>(null);
  const add = useCommand('passwords.add');
  const addFile = useFileCommand('password-file', 'passwords.addFrom');
  const noteId = useId();
  const lines = useRef<HTMLDivElement>(null);
  const passwords = text.split(/\r\n|\r|\n/).filter((line) => line !== '');

  async function addTyped() {
    if (passwords.length === 0) return true;
    const answer = await add.run({ uploadId, passwords });
    if (!answer.ok) return false;
    setText('');
    // The button is disabled without text, and the focus would be lost with it.
    lines.current?.querySelector('textarea')?.focus();
    setAdded(answer.value.added);
    onAdded();
    return true;
  }
  const latest = useRef<AddTyped>(addTyped);
  useEffect(() => {
    latest.current = addTyped;
    if (addTypedRef !== undefined) addTypedRef.current = addTyped;
  });
  useEffect(() => () => void latest.current(), []);

  async function addFromFile() {
    const answer = await addFile.run((path) => ({ uploadId, path }));
    if (!answer.ok || answer.value === null) return;
    setAdded(answer.value.added);
    onAdded();
  }

  const { failure, dismiss } = together(add, addFile);
  return (
    <div className="stack">
      <div ref={lines} className={`password-lines${isShown ? '' : ' password-lines-masked'}`}>
        <Field
          kind="lines"
          mono
          autoFocus={isMainTask}
          label={isMainTask ? passwordWords.passwords : passwordWords.field}
          hint={passwordWords.fieldHint}
          value={text}
          onChange={setText}
          maxLength={200_000}
        />
      </div>
      <div className="password-actions">
        <Button
          variant={isMainTask ? 'primary' : 'default'}
          icon="add"
          disabled={passwords.length === 0}
          busy={add.busy}
          aria-describedby={noteId}
          onPress={() => void addTyped()}
        >
          {passwordWords.add}
        </Button>
        <Button icon="file" busy={addFile.busy} onPress={() => void addFromFile()}>
          {passwordWords.addFile}
        </Button>
        <Button variant="quiet" onPress={() => setShown(!isShown)}>
          {isShown ? passwordWords.hide : passwordWords.show}
        </Button>
        <span id={noteId} className="muted" role="status">
          {added === null ? '' : passwordWords.added(added)}
        </span>
      </div>
      <FailureNotice failure={failure} onDismiss={dismiss} />
    </div>
  );
}
