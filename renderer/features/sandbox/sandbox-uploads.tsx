import { fileCount } from '../../../preload/contract/views/upload-progress.ts';
import { count } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { uploadHref } from '../../navigation/routes.ts';
import { uploadStatus } from '../../shared/upload-status.ts';
import { uploadDateText } from '../../shared/upload-times.ts';
import { useAllProgress, useUploads } from '../../state/selectors.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { StatusPill } from '../../ui/status-pill.tsx';

const sandboxWords = words.sandbox;
const maxShown = 8;

/** The uploads to the sandbox, newest first. */
export function SandboxUploads() {
  const uploads = useUploads().filter(({ isSandbox }) => isSandbox);
  const progress = useAllProgress();
  const more = uploads.length - maxShown;
  return (
    <Card title={sandboxWords.uploads} bare>
      {uploads.length === 0 ? <p className="sandbox-uploads-note muted">{sandboxWords.uploadsNone}</p> : null}
      <ul className="sandbox-uploads" aria-label={sandboxWords.uploads}>
        {uploads.slice(0, maxShown).map((upload) => {
          const { tone, icon, label } = uploadStatus(upload, progress.get(upload.id) ?? null);
          return (
            <li key={upload.id}>
              <div className="sandbox-uploads-text">
                <Link to={uploadHref(upload)}>{upload.name}</Link>
                <div className="small muted">
                  {words.common.files(fileCount(upload))} · {upload.databaseName} · {uploadDateText(upload)}
                </div>
              </div>
              <StatusPill tone={tone} icon={icon} label={label} />
            </li>
          );
        })}
      </ul>
      {more > 0 ? (
        <p className="sandbox-uploads-note small muted">{sandboxWords.uploadsMore(count(more))}</p>
      ) : null}
    </Card>
  );
}
