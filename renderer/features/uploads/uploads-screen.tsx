import { Page } from '../../ui/page.tsx';

export function UploadsScreen() {
  return <Page title="Uploads">{null}</Page>;
}
