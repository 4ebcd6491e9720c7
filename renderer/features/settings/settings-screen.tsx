import type { ReactNode } from 'react';
import { words } from '../../i18n/words.ts';
import { useApp } from '../../state/selectors.ts';
import { Page } from '../../ui/page.tsx';
import { BandwidthSettings } from './bandwidth-settings.tsx';
import { ConnectionSettings } from './connection-settings.tsx';
import { NetworkSettings } from './network-settings.tsx';
import {
  AppearanceSettings,
  DataSettings,
  NotificationSettings,
  TransferSettings,
} from './small-settings.tsx';
import { UpdateSettings } from './update-settings.tsx';
import './settings.css';

const settingsWords = words.settings;

/** One section below the other, each saved as it is changed. */
export function SettingsScreen() {
  const { preferences } = useApp();
  return (
    <Page title={settingsWords.title} about={settingsWords.about}>
      <div className="settings">
        <Section name={settingsWords.connections} about={settingsWords.connectionsAbout}>
          <ConnectionSettings />
        </Section>
        <Section name={settingsWords.bandwidth} about={settingsWords.bandwidthAbout}>
          <BandwidthSettings preferences={preferences} />
        </Section>
        <Section name={settingsWords.transfers} about={settingsWords.transfersAbout}>
          <TransferSettings preferences={preferences} />
        </Section>
        <Section name={settingsWords.network} about={settingsWords.networkAbout}>
          <NetworkSettings />
        </Section>
        <Section name={settingsWords.appearance} about={settingsWords.appearanceAbout}>
          <AppearanceSettings preferences={preferences} />
        </Section>
        <Section name={settingsWords.notifications} about={settingsWords.notificationsAbout}>
          <NotificationSettings preferences={preferences} />
        </Section>
        <Section name={settingsWords.updates} about={settingsWords.updatesAbout}>
          <UpdateSettings />
        </Section>
        <Section name={settingsWords.data} about={settingsWords.dataAbout}>
          <DataSettings />
        </Section>
      </div>
    </Page>
  );
}

function Section({
  name,
  about,
  children,
}: {
  readonly name: string;
  readonly about: string;
  readonly children: ReactNode;
}) {
  return (
    <section className="settings-section" aria-label={name}>
      <div className="settings-about">
        <h2>{name}</h2>
        <p className="muted">{about}</p>
      </div>
      <div className="card card-body settings-card">{children}</div>
    </section>
  );
}
