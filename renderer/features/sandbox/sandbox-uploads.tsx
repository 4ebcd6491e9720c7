import { count } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { uploadHref } from '../../navigation/routes.ts';
import { useAllProgress, useUploads } from '../../state/selectors.ts';
import { fileCount } from '../../state/upload-totals.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';
import { uploadDateText, uploadStatus } from '../../ui/upload-status.ts';

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
          const { tone, icon, label } = uploadStatus(upload, progress.get(upload.id) ?? null);
          return (
            <li key={upload.id}>
              <div className="practised-what">
                <Link to={uploadHref(upload)}>{upload.name}</Link>
                <div className="small muted truncate">
                  {words.common.files(fileCount(upload))} · {upload.databaseName} · {uploadDateText(upload)}
                </div>
              </div>
              <StatusPill tone={tone} icon={icon}>
                {label}
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
