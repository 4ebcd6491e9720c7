import type { GuidePage } from 'virtual:user-guide';

/** A page of the guide. Each heading can be the target of a link. */
export function GuideArticle({ page }: { readonly page: GuidePage }) {
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
export function headingId(section: string): string {
  return `help-${section}`;
}
