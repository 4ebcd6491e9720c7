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

/** Where a word begins with it: "night" is in "nights", but not in "midnight". -1 if nowhere. */
function wordStart(text: string, beginning: string): number {
  for (let at = text.indexOf(beginning); at !== -1; at = text.indexOf(beginning, at + 1))
    if (at === 0 || !letterOrDigit.test(text.slice(at - 1, at)) || !letterOrDigit.test(beginning.slice(0, 1)))
      return at;
  return -1;
}

const letterOrDigit = /[\p{L}\p{N}]/u;

/** Its pages come last, and only it shows options in excerpts: a task is searched for in the words of the window. */
const commandLine = 'command-line';

/** Sentences and cells of tables without options of the command line. */
function withoutOptions(text: string): string {
  return text
    .split(/(?<=[.:?!] )|(?<= · )/)
    .filter((sentence) => !sentence.includes('--'))
    .join('')
    .trim();
}

/**
 * The sections with words that begin with every one of the query, in any order: those of the command line last, and those
 * with all of them in their heading first. Nothing for a query without words.
 */
export function searchGuide(pages: readonly GuidePage[], query: string): readonly GuideHit[] {
  const wanted = foldText(query)
    .split(/\s+/)
    .filter((word) => word !== '');
  if (wanted.length === 0) return [];
  const hits: Record<'inHeading' | 'inText' | 'ofCommandLine', GuideHit[]> = {
    inHeading: [],
    inText: [],
    ofCommandLine: [],
  };
  for (const page of pages)
    for (const section of page.sections) {
      const heading = foldText(`${page.title} ${section.title}`);
      const text = foldText(section.text);
      if (!wanted.every((word) => wordStart(heading, word) !== -1 || wordStart(text, word) !== -1)) continue;
      const title = foldText(section.title);
      const isInHeading = wanted.every((word) => wordStart(title, word) !== -1);
      const kind = page.id === commandLine ? 'ofCommandLine' : isInHeading ? 'inHeading' : 'inText';
      const shown = page.id === commandLine ? section.text : withoutOptions(section.text);
      const folded = foldText(shown);
      const first = wanted.map((word) => wordStart(folded, word)).find((index) => index !== -1) ?? 0;
      hits[kind].push({ page, section, excerpt: excerptAt(shown, first) });
    }
  return [...hits.inHeading, ...hits.inText, ...hits.ofCommandLine];
}

/** From a word's start near that place. Folding may move it by a few letters. */
function excerptAt(text: string, at: number): string {
  const start = at <= charsBefore ? 0 : text.indexOf(' ', at - charsBefore) + 1;
  const end = start + charsShown >= text.length ? text.length : text.lastIndexOf(' ', start + charsShown);
  return `${start === 0 ? '' : '… '}${text.slice(start, end)}${end === text.length ? '' : ' …'}`;
}
