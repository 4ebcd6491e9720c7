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

const say = words.settings;

/** One section below the other, each saved as it is changed. */
export function SettingsScreen() {
  const { preferences } = useApp();
  return (
    <Page title={say.title} about={say.about}>
      <div className="settings">
        <Section name={say.connections} about={say.connectionsAbout}>
          <ConnectionSettings />
        </Section>
        <Section name={say.bandwidth} about={say.bandwidthAbout}>
          <BandwidthSettings preferences={preferences} />
        </Section>
        <Section name={say.transfers} about={say.transfersAbout}>
          <TransferSettings preferences={preferences} />
        </Section>
        <Section name={say.network} about={say.networkAbout}>
          <NetworkSettings />
        </Section>
        <Section name={say.appearance} about={say.appearanceAbout}>
          <AppearanceSettings preferences={preferences} />
        </Section>
        <Section name={say.notifications} about={say.notificationsAbout}>
          <NotificationSettings preferences={preferences} />
        </Section>
        <Section name={say.updates} about={say.updatesAbout}>
          <UpdateSettings />
        </Section>
        <Section name={say.data} about={say.dataAbout}>
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
