import { Page } from '../../ui/page.tsx';

export function FirstRunScreen() {
  return <Page title="Welcome">{null}</Page>;
}
