import { Page } from '../../ui/page.tsx';

export function NewUploadScreen(_given: { readonly uploadId: number | null }) {
  return <Page title="New upload">{null}</Page>;
}
