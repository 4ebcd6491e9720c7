import type { ReactElement } from 'react';
import { Menu as AriaMenu, MenuItem, MenuTrigger } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import './select.css';
import { Icon, type IconName } from './icon.tsx';

export interface MenuEntry {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly icon?: IconName;
  readonly danger?: boolean;
  readonly onAction: () => void;
}

/** A menu; `children` is the button that opens it. */
export function Menu({
  label,
  entries,
  align = 'end',
  children,
}: {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** The edge of the button below which it opens. */
  readonly align?: 'start' | 'end';
  readonly children: ReactElement;
}) {
  return (
    <MenuTrigger>
      {children}
      <Popover className="popover" placement={`bottom ${align}`}>
        <AriaMenu className="options" aria-label={label} items={entries}>
          {(entry) => (
            <MenuItem
              id={entry.id}
              className={`option${entry.danger === true ? ' option-danger' : ''}`}
              textValue={entry.label}
              onAction={entry.onAction}
            >
              {entry.icon === undefined ? <span /> : <Icon name={entry.icon} />}
              <Text slot="label">
                {entry.label}
                {entry.description === undefined ? null : (
                  <span className="option-description">{entry.description}</span>
                )}
              </Text>
            </MenuItem>
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
