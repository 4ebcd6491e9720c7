import { Page } from '../../ui/page.tsx';

export function SettingsScreen() {
  return <Page title="Settings">{null}</Page>;
}
