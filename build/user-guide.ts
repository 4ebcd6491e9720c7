/** The user guide that the window's Help shows: pages of docs/, as HTML. Made when the window is built. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GuidePage, GuideSection } from 'virtual:user-guide';
import { lexer, Parser, Renderer, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';

/** In the order of the list in Help. The other pages of docs/ are for people who change Lading. */
export const guidePages = [
  'getting-started',
  'preflight',
  'custodians',
  'watched-folders',
  'receipts',
  'resuming',
  'packs',
  'legal-hold-directories',
  'command-line',
  'sandbox',
  'faults',
  'interface-profiles',
] as const;

export function userGuide(repository: string): readonly GuidePage[] {
  return guidePages.map((id) => guidePage(id, readFileSync(join(repository, 'docs', `${id}.md`), 'utf8')));
}

/** Throws where a page has raw HTML, a picture, or no title: the window shows what is made here as it is. */
export function guidePage(id: string, markdown: string): GuidePage {
  const slug = createSlugs();
  const renderer = new GuideRenderer(id);
  const sections: { heading: Tokens.Heading; tokens: Token[] }[] = [];
  for (const token of lexer(markdown)) {
    if (isHeading(token)) sections.push({ heading: token, tokens: [] });
    else if (token.type !== 'space') {
      const section = sections.at(-1);
      if (section === undefined) throw new Error(`docs/${id}.md doesn't begin with a title`);
      section.tokens.push(token);
    }
  }
  const made = sections.map(({ heading, tokens }): GuideSection => {
    const title = textOf(Parser.parseInline(heading.tokens, { renderer }));
    const html = Parser.parse(tokens, { renderer });
    const level = heading.depth;
    return { id: level === 1 ? '' : slug(title), title, level, html, text: textOf(html) };
  });
  return { id, title: made[0]?.title ?? id, sections: made };
}

const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

/** Links within the guide lead to the window's screens. Others show their address: the window opens none. */
class GuideRenderer extends Renderer {
  readonly #page: string;

  constructor(page: string) {
    super();
    this.#page = page;
  }

  override link({ href, tokens }: Parameters<Renderer['link']>[0]): string {
    const text = this.parser.parseInline(tokens);
    const [, page = '', section] = /^([\w-]*)(?:\.md)?(?:#(.+))?$/.exec(href) ?? [];
    const target = href.startsWith('#') ? this.#page : page;
    if (guidePages.some((one) => one === target) && !href.includes(':'))
      return `<a href="#/help/${target}${section === undefined ? '' : `/${section}`}" draggable="false">${text}</a>`;
    return /^https?:/.test(href)
      ? `${text} (<code>${this.text({ type: 'escape', raw: href, text: href })}</code>)`
      : text;
  }

  override html(): string {
    throw new Error(`docs/${this.#page}.md has HTML`);
  }

  override image(): string {
    throw new Error(`docs/${this.#page}.md has a picture`);
  }
}

/** As in links between pages on GitHub. */
function createSlugs(): (title: string) => string {
  const taken = new Map<string, number>();
  return (title) => {
    const slug = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const before = taken.get(slug) ?? 0;
    taken.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  };
}

const entities = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' } as const;

/** Without tags, in one line. */
function textOf(html: string): string {
  const words = html
    .replaceAll(/<\/t[dh]>\s*<t[dh]\b/g, ' · <td')
    .replaceAll(/<\/?(?:a|code|em|strong)\b[^>]*>/g, '')
    .replaceAll(/<[^>]*>/g, ' ');
  return Object.entries(entities)
    .reduce((text, [entity, character]) => text.replaceAll(entity, character), words)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** For Vite: the module `virtual:user-guide`. */
export function userGuidePlugin(repository: string): Plugin {
  const id = '\0virtual:user-guide';
  return {
    name: 'user-guide',
    resolveId: (name) => (name === 'virtual:user-guide' ? id : undefined),
    load(name) {
      if (name !== id) return undefined;
      for (const page of guidePages) this.addWatchFile(join(repository, 'docs', `${page}.md`));
      return `export const pages = JSON.parse(${JSON.stringify(JSON.stringify(userGuide(repository)))});`;
    },
  };
}
