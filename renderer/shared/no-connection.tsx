import { words } from '../i18n/words.ts';
import { routeHref } from '../navigation/routes.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Link } from '../ui/link.tsx';

/** Nothing can be shown without a connection: where to add one. */
export function NoConnection() {
  return (
    <Card>
      <EmptyState
        icon="link"
        title={words.platform.noConnection}
        actions={
          <Link to={routeHref({ kind: 'settings' })} look="primary">
            {words.platform.openSettings}
          </Link>
        }
      >
        {words.platform.noConnectionDescription}
      </EmptyState>
    </Card>
  );
}
