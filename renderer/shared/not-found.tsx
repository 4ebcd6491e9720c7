import { words } from '../i18n/words.ts';
import { type Route, routeHref } from '../navigation/routes.ts';
import { useEngine } from '../state/selectors.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import type { IconName } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { engineAbsence } from './engine-notice.tsx';
import { Page } from './page.tsx';

interface NothingProps {
  readonly title: string;
  readonly text: string;
  readonly icon?: IconName;
  /** Where to go on, and what the link there says. */
  readonly to: Route;
  readonly toText: string;
}

/** Instead of content that needs something which isn't there. */
export function NothingCard({ title, text, icon = 'search', to, toText }: NothingProps) {
  return (
    <Card>
      <EmptyState
        icon={icon}
        title={title}
        actions={
          <Link to={routeHref(to)} look="primary">
            {toText}
          </Link>
        }
      >
        {text}
      </EmptyState>
    </Card>
  );
}

/** Nothing can be shown without a connection: where to add one. */
export function NoConnection() {
  return (
    <NothingCard
      icon="link"
      title={words.platform.noConnection}
      text={words.platform.noConnectionDescription}
      to={{ kind: 'settings' }}
      toText={words.platform.openSettings}
    />
  );
}

/** Instead of a screen about something that is gone. */
export function NotFoundPage(nothing: NothingProps) {
  const absence = engineAbsence(useEngine());
  return (
    <Page title={absence?.title ?? nothing.title}>
      {absence === null ? (
        <NothingCard {...nothing} />
      ) : (
        <NothingCard {...nothing} icon="clock" title={absence.title} text={absence.text} />
      )}
    </Page>
  );
}
