import { type GuidePage, pages } from 'virtual:user-guide';
import { useEffect, useRef, useState } from 'react';
import { words } from '../../i18n/words.ts';
import { routeHref } from '../../navigation/routes.ts';
import { Page } from '../../shared/page.tsx';
import { useMenuItem } from '../../state/menu.ts';
import { SearchField } from '../../ui/search-field.tsx';
import './help.css';
import { useApp } from '../../state/selectors.ts';
import { useCommand } from '../../state/use-command.ts';
import { Button } from '../../ui/button.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { FailureNotice } from '../../ui/notice.tsx';
import { searchGuide } from './search-guide.ts';
import { Shortcuts } from './shortcuts.tsx';

const helpWords = words.help;
const href = (page: string, section: string): string =>
  routeHref({ kind: 'help', page, section: section === '' ? null : section });

/** The user guide, the keyboard shortcuts, and what this program is. */
export function HelpScreen({
  page,
  section,
}: {
  readonly page: string | null;
  readonly section: string | null;
}) {
  const [query, setQuery] = useState('');
  const searchField = useRef<HTMLInputElement>(null);
  useMenuItem('find', () => searchField.current?.focus());
  const guide = pages.find(({ id }) => id === page) ?? (isOwnPage(page) ? undefined : pages[0]);
  const current = guide?.id ?? page;
  useShownHeading(current, section);
  const entries = [
    ...pages.map(({ id, title }) => [id, title] as const),
    ['shortcuts', helpWords.shortcuts] as const,
    ['about', words.about.title] as const,
  ];
  return (
    <Page
      title={helpWords.title}
      about={helpWords.about}
      actions={
        <SearchField label={helpWords.search} value={query} onChange={setQuery} inputRef={searchField} />
      }
    >
      <div className="help">
        <nav className="help-pages" aria-label={helpWords.pages}>
          {entries.map(([id, title]) => (
            <a
              key={id}
              href={href(id, '')}
              className="help-page"
              draggable={false}
              onClick={() => setQuery('')}
              {...(id === current && query.trim() === '' ? { 'aria-current': 'page' } : {})}
            >
              {title}
            </a>
          ))}
        </nav>
        <article className="card card-body help-article">
          {query.trim() !== '' ? (
            <Results query={query} onOpen={() => setQuery('')} />
          ) : guide !== undefined ? (
            <GuideArticle page={guide} />
          ) : (
            <OwnPage page={current} />
          )}
        </article>
      </div>
    </Page>
  );
}

const isOwnPage = (page: string | null): boolean => page === 'shortcuts' || page === 'about';

function OwnPage({ page }: { readonly page: string | null }) {
  return (
    <section className="help-section">
      <h2 id={headingId('')} tabIndex={-1}>
        {page === 'about' ? words.about.title : helpWords.shortcuts}
      </h2>
      {page === 'about' ? <About /> : <Shortcuts />}
    </section>
  );
}

function Results({ query, onOpen }: { readonly query: string; readonly onOpen: () => void }) {
  const hits = searchGuide(pages, query);
  return (
    <>
      <p className="muted" role="status">
        {helpWords.results(hits.length)}
      </p>
      <ul>
        {hits.map(({ page, section, excerpt }) => (
          <li key={`${page.id}/${section.id}`} className="help-result">
            <a href={href(page.id, section.id)} draggable={false} onClick={onOpen}>
              {headingOf(page, section.title)}
            </a>
            <p className="muted">{excerpt}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function headingOf(page: GuidePage, title: string): string {
  return title === page.title ? title : `${page.title}: ${title}`;
}

/** Goes to the heading of a link, also for the keyboard and screen readers, but not when the screen opens at its top. */
function useShownHeading(page: string | null, section: string | null): void {
  const previous = useRef<string | null>(null);
  useEffect(() => {
    const opens = previous.current === null;
    previous.current = page;
    if (opens && section === null) return;
    const heading =
      document.getElementById(headingId(section ?? '')) ?? document.getElementById(headingId(''));
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }, [page, section]);
}

const aboutWords = words.about;
const openTargets = ['licenses', 'log', 'data-folder'] as const;

function About() {
  const { version, runtime, platform } = useApp();
  const open = useCommand('app.open');
  return (
    <div className="stack">
      <p>{aboutWords.description}</p>
      <DescriptionList
        items={[
          [aboutWords.version, version],
          [aboutWords.runtime, runtime],
          [aboutWords.platform, aboutWords.platforms[platform] ?? platform],
        ]}
      />
      <div className="row">
        {openTargets.map((target) => (
          <Button key={target} busy={open.busy} onPress={() => void open.run({ target })}>
            {aboutWords.open[target]}
          </Button>
        ))}
      </div>
      <p className="small faint">{aboutWords.opens}</p>
      <FailureNotice failure={open.failure} onDismiss={open.dismiss} />
    </div>
  );
}

/** A page of the guide. Each heading can be the target of a link. */
function GuideArticle({ page }: { readonly page: GuidePage }) {
  return page.sections.map(({ id, title, level, html }) => {
    const Heading = level === 1 ? 'h2' : level === 2 ? 'h3' : 'h4';
    return (
      <section key={id} className="help-section">
        <Heading id={headingId(id)} tabIndex={-1}>
          {title}
        </Heading>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: made from docs/ by build/user-guide.ts, which refuses HTML in them */}
        <div className="selectable" dangerouslySetInnerHTML={{ __html: html }} />
      </section>
    );
  });
}

/** Not the link's own ID: a heading must not be taken for an element of the window. */
function headingId(section: string): string {
  return `help-${section}`;
}
