import { Page } from '../../ui/page.tsx';

export function UploadScreen(_given: { readonly uploadId: number; readonly tab: string }) {
  return <Page title="Upload">{null}</Page>;
}
