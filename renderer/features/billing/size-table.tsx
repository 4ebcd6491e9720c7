import { decimal } from '../../../preload/contract/texts/format-number.ts';
import { formatGb } from '../../i18n/format.ts';
import { words } from '../../i18n/words.ts';
import { Bytes } from '../../ui/bytes.tsx';
import { type BilledMonth, type BilledSize, type StoredSize, totalSize } from './billed-sizes.ts';
import '../../ui/table.css';

const billingWords = words.billing;

/** Peak against final, standard against ECA, by type of data. */
export function SizeTable({
  label,
  sizes,
  isCurrent,
}: {
  readonly label: string;
  readonly sizes: BilledMonth;
  readonly isCurrent: boolean;
}) {
  const bases = [
    { name: billingWords.peak, hint: billingWords.peakHint, stored: sizes.peak },
    {
      name: billingWords.final(isCurrent),
      hint: null,
      stored: sizes.final,
    },
  ] as const;
  return (
    <div className="billing-scroll">
      <table className="table billing-sizes" aria-label={label}>
        <thead>
          <tr>
            <th>{billingWords.sizeBasis}</th>
            <th>{billingWords.storage}</th>
            <th className="number">{billingWords.billable}</th>
            <th className="number">{billingWords.native}</th>
            <th className="number">{billingWords.processed}</th>
            <th className="number">{billingWords.produced}</th>
          </tr>
        </thead>
        <tbody className="selectable">
          {bases.flatMap(({ name, hint, stored }) =>
            storageRows(stored).map(({ storage, size }, index) => (
              <tr key={`${name} ${storage}`} className={index === 2 ? 'billing-total' : ''}>
                {index === 0 ? (
                  <th rowSpan={3} scope="rowgroup" className="billing-basis">
                    {name}
                    {hint === null ? null : <span className="muted small">{hint}</span>}
                  </th>
                ) : null}
                <td>{storage}</td>
                <td className="number">
                  <Gb value={size.billableGb} />
                </td>
                {(['nativeBytes', 'processedBytes', 'producedBytes'] as const).map((field) => (
                  <td key={field} className="number">
                    <Size value={size[field]} />
                  </td>
                ))}
              </tr>
            )),
          )}
        </tbody>
      </table>
    </div>
  );
}

function storageRows(stored: StoredSize): readonly { readonly storage: string; readonly size: BilledSize }[] {
  return [
    { storage: billingWords.standard, size: stored.standard },
    { storage: billingWords.ecaName, size: stored.eca },
    { storage: billingWords.total, size: totalSize(stored) },
  ];
}

/** The exact number is in the tooltip. */
export function Gb({ value }: { readonly value: number | null }) {
  if (value === null) return <span className="faint">{billingWords.notReported}</span>;
  return (
    <data value={value} title={`${decimal(value, 9)} GB`}>
      {formatGb(value)}
    </data>
  );
}

export function Size({ value }: { readonly value: number | null }) {
  return value === null ? <span className="faint">{billingWords.notReported}</span> : <Bytes value={value} />;
}
