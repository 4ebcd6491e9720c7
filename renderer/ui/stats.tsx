import type { ReactNode } from 'react';
import './stats.css';

/** A few figures in large type, each under its name. */
export function Stats({ children }: { readonly children: ReactNode }) {
  return <dl className="figures">{children}</dl>;
}

export function Stat({
  name,
  children,
  tone = 'plain',
}: {
  readonly name: string;
  readonly children: ReactNode;
  readonly tone?: 'plain' | 'warn' | 'bad';
}) {
  return (
    <div className={`figure figure-${tone}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
