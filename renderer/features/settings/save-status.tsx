import type { Failure } from '../../../preload/contract/failures/failure.ts';
import { words } from '../../i18n/words.ts';
import { Icon } from '../../ui/icon.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import './settings.css';

/** Says whether a change was saved, next to where it was made. */
export function SaveStatus({
  saved,
  command,
}: {
  readonly saved: boolean;
  readonly command: { readonly failure: Failure | null; readonly dismiss: () => void };
}) {
  return (
    <>
      <FailureNotice failure={command.failure} onDismiss={command.dismiss} />
      <div className="save-status" role="status">
        {saved ? (
          <>
            <Icon name="check" size={14} />
            {words.settings.saved}
          </>
        ) : null}
      </div>
    </>
  );
}
