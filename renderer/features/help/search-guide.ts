/** Searches the user guide. Pure. */
import type { GuidePage, GuideSection } from 'virtual:user-guide';
import { foldText } from '../../../preload/contract/texts/fold-text.ts';

export interface GuideHit {
  readonly page: GuidePage;
  readonly section: GuideSection;
  /** The text around the first word that was found. */
  readonly excerpt: string;
}

const charsBefore = 60;
const charsShown = 180;

/** The sections that have every word, those with all of them in their heading first. Nothing for a query without words. */
export function searchGuide(pages: readonly GuidePage[], query: string): readonly GuideHit[] {
  const wanted = foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return [];
  const [inHeading, inText]: [GuideHit[], GuideHit[]] = [[], []];
  for (const page of pages)
    for (const section of page.sections) {
      const heading = foldText(`${page.title} ${section.title}`);
      const text = foldText(section.text);
      if (!wanted.every((word) => heading.includes(word) || text.includes(word))) continue;
      const title = foldText(section.title);
      const hits = wanted.every((word) => title.includes(word)) ? inHeading : inText;
      const first = wanted.map((word) => text.indexOf(word)).find((index) => index !== -1) ?? 0;
      hits.push({ page, section, excerpt: excerptAt(section.text, first) });
    }
  return [...inHeading, ...inText];
}

/** From a word's start near that place. Folding may move it by a few letters. */
function excerptAt(text: string, at: number): string {
  const start = at <= charsBefore ? 0 : text.indexOf(' ', at - charsBefore) + 1;
  const end = start + charsShown >= text.length ? text.length : text.lastIndexOf(' ', start + charsShown);
  return `${start === 0 ? '' : '… '}${text.slice(start, end)}${end === text.length ? '' : ' …'}`;
}
