import { type ReactNode, useEffect, useRef } from 'react';
import { words } from '../../i18n/words.ts';
import type { SettingsSection } from '../../navigation/routes.ts';
import { Page } from '../../shared/page.tsx';
import { useApp } from '../../state/selectors.ts';
import { AppearanceSettings } from './appearance-settings.tsx';
import { BandwidthSettings } from './bandwidth-settings.tsx';
import { ConnectionSettings } from './connection-settings.tsx';
import { DataSettings } from './data-settings.tsx';
import { NetworkSettings } from './network-settings.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { ReceiptSettings } from './receipt-settings.tsx';
import { StartupSettings } from './startup-settings.tsx';
import { TimestampSettings } from './timestamp-settings.tsx';
import { TransferSettings } from './transfer-settings.tsx';
import { UpdateSettings } from './update-settings.tsx';
import './settings.css';

const settingsWords = words.settings;

/** All settings as sections on one page. Every change is saved right away. */
export function SettingsScreen({ section }: { readonly section: SettingsSection | null }) {
  const { preferences } = useApp();
  return (
    <Page title={settingsWords.title} about={settingsWords.about}>
      <div className="settings">
        <Section title={settingsWords.connections} description={settingsWords.connectionsAbout}>
          <ConnectionSettings />
        </Section>
        <Section
          title={settingsWords.bandwidth}
          description={settingsWords.bandwidthAbout}
          isOpened={section === 'bandwidth'}
        >
          <BandwidthSettings preferences={preferences} />
        </Section>
        <Section title={settingsWords.transfers} description={settingsWords.transfersAbout}>
          <TransferSettings preferences={preferences} />
        </Section>
        <Section title={settingsWords.network} description={settingsWords.networkAbout}>
          <NetworkSettings />
        </Section>
        <Section title={settingsWords.appearance} description={settingsWords.appearanceAbout}>
          <AppearanceSettings preferences={preferences} />
        </Section>
        <Section title={settingsWords.startup} description={settingsWords.startupAbout}>
          <StartupSettings />
        </Section>
        <Section title={settingsWords.notifications} description={settingsWords.notificationsAbout}>
          <NotificationSettings preferences={preferences} />
        </Section>
        <Section title={settingsWords.updates} description={settingsWords.updatesAbout}>
          <UpdateSettings />
        </Section>
        <Section title={settingsWords.receipts} description={settingsWords.receiptsAbout}>
          <ReceiptSettings />
          <TimestampSettings />
        </Section>
        <Section title={settingsWords.data} description={settingsWords.dataAbout}>
          <DataSettings />
        </Section>
      </div>
    </Page>
  );
}

function Section({
  title,
  description,
  isOpened = false,
  children,
}: {
  readonly title: string;
  readonly description: string;
  /** A link led to it. */
  readonly isOpened?: boolean;
  readonly children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isOpened) return;
    heading.current?.scrollIntoView();
    heading.current?.focus({ preventScroll: true });
  }, [isOpened]);
  return (
    <section className="settings-section" aria-label={title}>
      <div className="settings-section-about">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p className="muted">{description}</p>
      </div>
      <div className="card card-body settings-card">{children}</div>
    </section>
  );
}
