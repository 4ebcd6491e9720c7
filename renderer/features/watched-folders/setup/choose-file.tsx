import type { ReadPurpose } from '../../../../preload/contract/calls/paths.ts';
import type { SourceView } from '../../../../preload/contract/views/views.ts';
import { useCommand } from '../../../state/use-command.ts';
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
  path,
  onChange,
}: {
  readonly label: string;
  readonly hint: string;
  readonly buttons: Readonly<Record<'choose' | 'replace' | 'remove', string>>;
  readonly purpose: ReadPurpose;
  readonly path: string | null;
  readonly onChange: (file: SourceView | null) => void;
}) {
  const choose = useCommand('paths.choose');
  async function chooseOne() {
    const chosen = await choose.run({ purpose });
    const [one] = chosen.ok ? chosen.value : [];
    if (one !== undefined) onChange(one);
  }
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
      <FailureNotice failure={choose.failure} onDismiss={choose.dismiss} />
      <p className="small muted">{hint}</p>
    </div>
  );
}
