import type { OperationData } from '../../../preload/contract/platform/operations.ts';
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { count } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { PlatformFailure } from '../../shared/platform-failure.tsx';
import { PlatformValue } from '../../shared/platform-value.tsx';
import { type QueryState, useQuery } from '../../state/use-query.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import '../../ui/table.css';

const databaseWords = words.databases;

type Database = OperationData<'GetDatabase'>;

/** What the platform says about the database itself, and its size by kind of document. */
export function OverviewTab({
  connectionId,
  databaseId,
  database,
}: {
  readonly connectionId: string;
  readonly databaseId: number;
  readonly database: QueryState<Database> & { readonly refetch: () => void };
}) {
  const size = useQuery('platform.GetDatabaseSize', {
    argument: { connectionId, path: { databaseId }, query: {} },
  });
  return (
    <div className="database-overview">
      <section aria-label={databaseWords.details}>
        <h2>{databaseWords.details}</h2>
        {database.kind === 'loaded' ? (
          <Details database={database.value} />
        ) : database.kind === 'failed' ? (
          <PlatformFailure
            operation="GetDatabase"
            failure={database.failure}
            subject={databaseWords.details}
            onRetry={database.refetch}
          />
        ) : (
          <p className="muted">{words.common.loading}</p>
        )}
      </section>
      <section aria-label={databaseWords.size}>
        <h2>{databaseWords.size}</h2>
        {size.kind === 'loaded' ? (
          <SizeTable size={size.value} />
        ) : size.kind === 'failed' ? (
          <PlatformFailure
            operation="GetDatabaseSize"
            failure={size.failure}
            subject={databaseWords.size}
            onRetry={size.refetch}
          />
        ) : (
          <p className="muted">{words.common.loading}</p>
        )}
      </section>
    </div>
  );
}

function Details({ database: { context, orgAdminAccess, databaseFields } }: { readonly database: Database }) {
  const fields = databaseFields ?? [];
  const access =
    orgAdminAccess == null
      ? databaseWords.notReported
      : orgAdminAccess
        ? databaseWords.orgAdminAccessOn
        : databaseWords.orgAdminAccessOff;
  return (
    <>
      <DescriptionList
        items={[
          [databaseWords.orgAdminAccess, access],
          [
            databaseWords.context,
            context == null ? databaseWords.notReported : <PlatformValue key="context" value={context} />,
          ],
        ]}
      />
      {fields.length === 0 ? (
        <p className="muted">{databaseWords.fieldsNone}</p>
      ) : (
        <div className="database-scroll">
          <table className="table" aria-label={databaseWords.fields}>
            <thead>
              <tr>
                <th>{databaseWords.fieldName}</th>
                <th>{databaseWords.fieldValue}</th>
                <th>{databaseWords.fieldType}</th>
              </tr>
            </thead>
            <tbody className="selectable">
              {fields.map(({ name, value, type }) => (
                <tr key={JSON.stringify([name, value, type])}>
                  <td>{name}</td>
                  <td>{value}</td>
                  <td className="faint">{type == null ? null : <PlatformValue value={type} />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}

const sizeKinds = ['nativeDocs', 'processedDocs', 'producedDocs'] as const;
const sizeFields = ['docCount', 'nativeSize', 'imageSize', 'textSize'] as const;

function SizeTable({ size }: { readonly size: OperationData<'GetDatabaseSize'> }) {
  return (
    <>
      <div className="database-scroll">
        <table className="table" aria-label={databaseWords.size}>
          <thead>
            <tr>
              <th>{databaseWords.sizeKind}</th>
              {sizeFields.map((field) => (
                <th key={field} className="number">
                  {databaseWords[field]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="selectable">
            {sizeKinds.map((kind) => (
              <tr key={kind}>
                <td>{databaseWords.sizeKinds[kind]}</td>
                {sizeFields.map((field) => {
                  const value = size[kind]?.[field];
                  return (
                    <td key={field} className="number">
                      {value == null ? (
                        databaseWords.notReported
                      ) : (
                        <>
                          {count(value)}
                          {field === 'docCount' || value === 0 ? null : (
                            <div className="small muted">{databaseWords.ifBytes(formatBytes(value))}</div>
                          )}
                        </>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="muted small">{databaseWords.sizeHint}</p>
    </>
  );
}
