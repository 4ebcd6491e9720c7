import type { ReadPurpose } from '../../../../preload/contract/calls/paths.ts';
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
  purpose,
  file,
  storedPath,
  onChange,
}: {
  readonly label: string;
  readonly hint: string;
  readonly buttons: Readonly<Record<'choose' | 'replace' | 'remove', string>>;
  readonly purpose: ReadPurpose;
  readonly file: ChosenFile;
  /** That of the rule. */
  readonly storedPath: string | null;
  readonly onChange: (file: ChosenFile) => void;
}) {
  const choose = useCommand('paths.choose');
  async function chooseOne() {
    const chosen = await choose.run({ purpose });
    const [one] = chosen.ok ? chosen.value : [];
    if (one !== undefined) onChange({ sourceId: one.sourceId, path: one.path });
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
      {choose.failure === null ? null : <FailureNotice failure={choose.failure} onDismiss={choose.dismiss} />}
      <p className="small muted">{hint}</p>
    </div>
  );
}
