import type { ReactElement } from 'react';
import { Keyboard } from 'react-aria-components/Keyboard';
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
  readonly shortcut?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  readonly onAction: () => void;
}

/** `children` is the Button that opens it. */
export function Menu({
  label,
  entries,
  children,
}: {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  readonly children: ReactElement;
}) {
  return (
    <MenuTrigger>
      {children}
      <Popover className="popover" placement="bottom end">
        <AriaMenu className="options" aria-label={label} items={entries}>
          {(entry) => (
            <MenuItem
              id={entry.id}
              className={`option${entry.danger === true ? ' option-danger' : ''}`}
              textValue={entry.label}
              isDisabled={entry.disabled === true}
              onAction={entry.onAction}
            >
              {entry.icon === undefined ? <span /> : <Icon name={entry.icon} />}
              <Text slot="label">
                {entry.label}
                {entry.description === undefined ? null : (
                  <span className="option-description">{entry.description}</span>
                )}
              </Text>
              {entry.shortcut === undefined ? null : <Keyboard>{entry.shortcut}</Keyboard>}
            </MenuItem>
          )}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
