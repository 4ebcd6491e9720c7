import type { ReactNode } from 'react';
import './surface.css';

/** A surface. For grids, `fill` uses all remaining height and `fit` at most the height of the rows. */
export function Card({
  title,
  actions,
  children,
  height = 'own',
  bare = false,
  label,
}: {
  readonly title?: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
  readonly height?: 'own' | 'fit' | 'fill';
  /** Without padding around the content. */
  readonly bare?: boolean;
  readonly label?: string;
}) {
  const name = label ?? title;
  return (
    <section
      className={`card${height === 'own' ? '' : ` card-${height}`}`}
      {...(name === undefined ? {} : { 'aria-label': name })}
    >
      {title === undefined ? null : (
        <div className="card-head">
          <h2>{title}</h2>
          <div className="spacer" />
          {actions}
        </div>
      )}
      {bare ? children : <div className="card-body">{children}</div>}
    </section>
  );
}
