import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';
import './tabs.css';

export interface TabEntry<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** A count that needs attention, e.g. of exceptions. */
  readonly badge?: string;
  readonly badgeTone?: 'bad' | 'warn' | 'plain';
  readonly content: () => ReactNode;
}

export function Tabs<Id extends string>({
  label,
  tabs,
  selected,
  onSelect,
}: {
  readonly label: string;
  readonly tabs: readonly TabEntry<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
}) {
  return (
    <AriaTabs
      className="tabs"
      selectedKey={selected}
      onSelectionChange={(key) => {
        const tab = tabs.find((each) => each.id === key);
        if (tab !== undefined) onSelect(tab.id);
      }}
    >
      <TabList className="tab-list" aria-label={label}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className="tab">
            <span className="tab-label" data-label={tab.label}>
              {tab.label}
            </span>
            {tab.badge === undefined ? null : (
              <span className={`tab-badge tab-badge-${tab.badgeTone ?? 'plain'}`}>{tab.badge}</span>
            )}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className="tab-panel">
          {tab.content()}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
