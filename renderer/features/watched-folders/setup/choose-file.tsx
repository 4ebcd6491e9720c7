import { useState } from 'react';
import { useCommand } from '../../../state/use-command.ts';
import type { ChosenFile } from '../../../state/watch-setup-form.ts';
import { Button } from '../../../ui/button.tsx';
import { FilePath } from '../../../ui/file-path.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureNotice } from '../../../ui/notice.tsx';

/** A file that a rule reads before each upload. */
export function ChooseFile({
  label,
  hint,
  buttons,
  notAFile,
  file,
  storedPath,
  onChange,
}: {
  readonly label: string;
  readonly hint: string;
  readonly buttons: Readonly<Record<'choose' | 'replace' | 'remove', string>>;
  /** Of a folder, or of several files. */
  readonly notAFile: string;
  readonly file: ChosenFile;
  /** That of the rule. */
  readonly storedPath: string | null;
  readonly onChange: (file: ChosenFile) => void;
}) {
  const choose = useCommand('sources.choose');
  const [isWrong, setWrong] = useState(false);
  async function chooseOne() {
    const chosen = await choose.run({ kind: 'files' });
    if (!chosen.ok || chosen.value.length === 0) return;
    const [one, ...others] = chosen.value;
    const isFile = one?.kind === 'file' && others.length === 0;
    setWrong(!isFile);
    if (isFile) onChange({ sourceId: one.sourceId, path: one.path });
  }
  const path = file === 'keep' ? storedPath : (file?.path ?? null);
  return (
    <div className="stack">
      <div className="field-label">{label}</div>
      {path === null ? null : (
        <div className="watch-setup-path selectable" role="status">
          <Icon name="file" />
          <FilePath path={path} />
        </div>
      )}
      <div className="row">
        <Button small icon="add" busy={choose.busy} onPress={() => void chooseOne()}>
          {path === null ? buttons.choose : buttons.replace}
        </Button>
        {path === null ? null : (
          <Button small variant="quiet" onPress={() => onChange(null)}>
            {buttons.remove}
          </Button>
        )}
      </div>
      {isWrong ? (
        <p className="field-error" role="alert">
          {notAFile}
        </p>
      ) : null}
      {choose.failure === null ? null : <FailureNotice failure={choose.failure} onDismiss={choose.dismiss} />}
      <p className="small muted">{hint}</p>
    </div>
  );
}
