import { maxLinks, maxPageRows } from '../../../preload/contract/bounds.ts';
import { call } from '../../state/bridge.ts';

export function nonEmptyLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/**
 * The failed links whose secret part is not stored, without that part. If they can't be read, the list is empty and the
 * retry itself reports the failure.
 */
export async function failedSecretLinks(uploadId: number): Promise<readonly string[]> {
  const links: string[] = [];
  for (let offset = 0; offset < maxLinks; offset += maxPageRows) {
    const answer = await call('uploads.items', {
      uploadId,
      offset,
      limit: maxPageRows,
      sort: null,
      states: ['failed'],
      search: '',
    });
    if (!answer.ok) break;
    links.push(
      ...answer.value.items.filter((item) => item.link?.hasSecret === true).map((item) => item.path),
    );
    if (offset + maxPageRows >= answer.value.total) break;
  }
  return [...new Set(links)];
}
