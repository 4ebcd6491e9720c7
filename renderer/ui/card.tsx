import type { ReactNode } from 'react';
import './surface.css';

/** A surface. For grids: `fill` takes all the height that is left, `fit` no more than its rows need. */
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
  /** Without room around the content. */
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
