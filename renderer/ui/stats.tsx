import type { ReactNode } from 'react';
import './stats.css';

/** A row of large numbers, each with its label above. */
export function Stats({ children }: { readonly children: ReactNode }) {
  return <dl className="stats">{children}</dl>;
}

export function Stat({
  label,
  children,
  tone = 'plain',
}: {
  readonly label: string;
  readonly children: ReactNode;
  readonly tone?: 'plain' | 'warn' | 'bad';
}) {
  return (
    <div className={`stat stat-${tone}`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
