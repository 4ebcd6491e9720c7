import { count } from '../../i18n/format.ts';
import { filesOf, uploadTransfer } from '../../i18n/transfer.ts';
import { words } from '../../i18n/words.ts';
import { useAllProgress, useUploads } from '../../state/hooks.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { hrefOfUpload, whenOf } from '../uploads/columns.tsx';

const sandboxWords = words.sandbox;
const few = 8;

/** What was practised, the latest first. */
export function SandboxUploads() {
  const uploads = useUploads().filter(({ isSandbox }) => isSandbox);
  const progress = useAllProgress();
  const more = uploads.length - few;
  return (
    <Card title={sandboxWords.uploads} bare>
      {uploads.length === 0 ? <p className="practised-none muted">{sandboxWords.uploadsNone}</p> : null}
      <ul className="practised" aria-label={sandboxWords.uploads}>
        {uploads.slice(0, few).map((upload) => {
          const { tone, icon, word } = uploadTransfer(upload, progress.get(upload.id) ?? null);
          return (
            <li key={upload.id}>
              <div className="practised-what">
                <Link to={hrefOfUpload(upload)}>{upload.name}</Link>
                <div className="small muted truncate">
                  {words.common.files(filesOf(upload))} · {upload.databaseName} · {whenOf(upload)}
                </div>
              </div>
              <StatusPill tone={tone} icon={icon}>
                {word}
              </StatusPill>
            </li>
          );
        })}
      </ul>
      {more > 0 ? (
        <p className="practised-none small muted">{sandboxWords.uploadsMore(count(more))}</p>
      ) : null}
    </Card>
  );
}
