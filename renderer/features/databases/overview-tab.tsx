import type { ReactNode } from 'react';
import type { OperationData, OperationName } from '../../../preload/contract/platform/operations.ts';
import { formatBytes } from '../../../preload/contract/texts/format-bytes.ts';
import { count } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { PlatformFailure } from '../../shared/platform-failure.tsx';
import { PlatformValue } from '../../shared/platform-value.tsx';
import { type Query, type QueryState, useQuery } from '../../state/use-query.ts';
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
  readonly database: QueryState<Database> & Query;
}) {
  const size = useQuery('platform.GetDatabaseSize', {
    argument: { connectionId, path: { databaseId }, query: {} },
  });
  return (
    <div className="database-overview">
      <Section title={databaseWords.details} operation="GetDatabase" query={database}>
        {(value) => <Details database={value} />}
      </Section>
      <Section title={databaseWords.size} operation="GetDatabaseSize" query={size}>
        {(value) => <SizeTable size={value} />}
      </Section>
    </div>
  );
}

/** What one operation says, once it does. */
function Section<Value>({
  title,
  operation,
  query,
  children,
}: {
  readonly title: string;
  readonly operation: OperationName;
  readonly query: QueryState<Value> & Query;
  readonly children: (value: Value) => ReactNode;
}) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {query.kind === 'loaded' ? children(query.value) : null}
      {query.kind === 'loading' ? <p className="muted">{words.common.loading}</p> : null}
      <PlatformFailure
        operation={operation}
        failure={query.failure}
        subject={title}
        onRetry={query.refetch}
      />
    </section>
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
