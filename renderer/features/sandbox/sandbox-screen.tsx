import { Page } from '../../ui/page.tsx';

export function SandboxScreen() {
  return <Page title="Practice">{null}</Page>;
}
