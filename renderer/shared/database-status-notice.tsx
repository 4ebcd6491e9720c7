import type { Failure } from '../../preload/contract/failures/failure.ts';
import { valueText } from '../../preload/contract/platform/value-text.ts';
import {
  type DatabaseStatus,
  inactiveDatabaseText,
  isInactive,
} from '../../preload/contract/views/database-status.ts';
import { formatGb, time } from '../i18n/format.ts';
import { words } from '../i18n/words.ts';
import { AlertDialog } from '../ui/alert-dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { StatePill } from './state-pill.tsx';

const sourceWords = words.newUploadSource;

/** State and size of the chosen database, and whether the account may upload to it. */
export function DatabaseStatusNotice({ status }: { readonly status: DatabaseStatus }) {
  const { state, billableGb, upload, lastUpload } = status;
  const isRefused = upload !== 'granted' && lastUpload?.isRefused === true;
  const { missing, closed, refused } = sourceWords.uploadPermission;
  return (
    <>
      <p className="row small muted">
        {state === null ? sourceWords.stateUnknown : <StatePill state={state} />}
        <span>
          {billableGb === null ? sourceWords.sizeUnknown : sourceWords.sizeNow(formatGb(billableGb))}
        </span>
      </p>
      {upload === 'missing' || upload === 'closed' ? (
        <Notice tone="warn" title={(upload === 'missing' ? missing : closed).title}>
          {(upload === 'missing' ? missing : closed).text}
        </Notice>
      ) : null}
      {isRefused ? (
        <Notice tone="warn" title={refused.title(time(lastUpload.at))}>
          {refused.text}
        </Notice>
      ) : null}
      {upload === 'granted' ? (
        <p className="small muted">{sourceWords.uploadPermission.granted}</p>
      ) : upload === 'unknown' && !isRefused ? (
        <p className="small muted">
          {lastUpload === null
            ? sourceWords.uploadPermission.unknown
            : sourceWords.uploadPermission.usedBefore(time(lastUpload.at))}
        </p>
      ) : null}
    </>
  );
}

/** Asks while `state` is that of a database which is suspended, frozen, or the like. */
export function InactiveQuestion({
  databaseName,
  state,
  safe = sourceWords.inactive.safe,
  onSafe,
  onAccept,
  busy = false,
  failure = null,
}: {
  readonly databaseName: string;
  /** It is null where there is nothing to ask. */
  readonly state: string | null;
  readonly safe?: string;
  readonly onSafe: () => void;
  readonly onAccept: () => void;
  readonly busy?: boolean;
  readonly failure?: Failure | null;
}) {
  if (!isInactive(state)) return null;
  const name = valueText(state).toLowerCase();
  return (
    <AlertDialog
      open
      title={sourceWords.inactive.title(databaseName, name)}
      safe={safe}
      destructive={sourceWords.inactive.accept(name)}
      onSafe={onSafe}
      onDestructive={onAccept}
      busy={busy}
      failure={failure}
    >
      <p>{inactiveDatabaseText(databaseName, state)}</p>
    </AlertDialog>
  );
}
