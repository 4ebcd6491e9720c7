import type { ReactNode } from 'react';
import './description-list.css';

/** Terms and their values, in two columns. */
export function DescriptionList({
  items,
}: {
  readonly items: readonly (readonly [term: string, value: ReactNode])[];
}) {
  return (
    <dl className="description-list">
      {items.map(([term, value]) => (
        <div key={term} className="description-list-pair">
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
