import { Page } from '../../ui/page.tsx';

export function AboutScreen() {
  return <Page title="About">{null}</Page>;
}
