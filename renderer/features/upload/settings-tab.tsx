import type { ProcessingSettingView, UploadView } from '../../../preload/contract/views.ts';
import { time } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { useQuery } from '../../state/use-query.ts';
import { DescriptionList } from '../../ui/description-list.tsx';

const t = words.uploadSettings;

/** What the upload was made with; it cannot be changed any more. */
export function SettingsTab({ upload }: { readonly upload: UploadView }) {
  const { connectionId } = upload;
  const form = useQuery(
    'processingSettings.list',
    connectionId === null ? null : { argument: { connectionId } },
  );
  const known = form.kind === 'loaded' ? form.value : [];
  const chosen = Object.entries(upload.settings).filter(([, value]) => value !== null && value !== '');
  return (
    <div className="tab-scroll">
      <DescriptionList
        items={[
          [t.database, `${upload.databaseName} · ${t.databaseId(upload.databaseId)}`],
          [
            t.dataset,
            upload.datasetId === null
              ? upload.datasetName
              : `${upload.datasetName} · ${t.datasetId(upload.datasetId)}`,
          ],
          [t.sources, <Lines key="sources" lines={upload.sources} />],
          [t.server, upload.serverUrl],
          [t.created, time(upload.createdAt)],
          ...(upload.finishedAt === null ? [] : [[t.ended, time(upload.finishedAt)] as const]),
          [t.verification, upload.sha1 ? t.sha1On : t.sha1Off],
          [t.custodianRule, ruleText(upload)],
        ]}
      />
      <h2 className="tab-heading">{t.processing}</h2>
      {chosen.length === 0 ? (
        <p className="muted">{t.processingNone}</p>
      ) : (
        <DescriptionList
          items={chosen.map(([field, value]) => {
            const setting = known.find((each) => each.field === field);
            return [setting?.label ?? field, valueText(value, setting)] as const;
          })}
        />
      )}
    </div>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function ruleText({ custodianRule, custodian }: UploadView): string {
  const rule = custodianRule.kind === 'none' ? t.ruleNone : t.ruleFolder(custodianRule.level);
  return custodian === null ? rule : `${rule}, ${t.defaultCustodian(custodian)}`;
}

function valueText(value: unknown, setting: ProcessingSettingView | undefined): string {
  if (typeof value === 'boolean') return value ? t.yes : t.no;
  if (Array.isArray(value)) return value.map((each) => valueText(each, setting)).join(', ');
  const said = typeof value === 'string' ? value : JSON.stringify(value);
  return setting?.options.find((option) => option.value === said)?.label ?? said;
}
