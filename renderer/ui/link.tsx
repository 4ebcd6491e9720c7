import type { ReactNode } from 'react';
import './button.css';
import { Icon, type IconName } from './icon.tsx';

/** Opens another screen; `look` can make it a button. `to` is a hash route (navigation/routes.ts). */
export function Link({
  to,
  children,
  look = 'text',
  icon,
}: {
  readonly to: string;
  readonly children: ReactNode;
  readonly look?: 'text' | 'primary' | 'default' | 'quiet';
  readonly icon?: IconName;
}) {
  return (
    <a href={to} className={look === 'text' ? 'link' : `button button-${look}`} draggable={false}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </a>
  );
}
