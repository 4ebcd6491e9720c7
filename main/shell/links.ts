/** The only pages that Lading opens in the person's browser. Pure. */
import type { Parsed } from '../../preload/contract/index.ts';

export type Page = Parsed<'app.openExternal'>['page'];

/** Null where this build has no such page. */
export const pages: Readonly<Record<Page, string | null>> = {
  website: null,
  help: null,
  licences: 'https://www.apache.org/licenses/LICENSE-2.0',
};

/** The sandbox's page: on this computer, and nowhere else. */
export function isPracticePage(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && url.protocol === 'http:' && url.hostname === '127.0.0.1' && url.username === '';
}
