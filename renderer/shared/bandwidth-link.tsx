import { words } from '../i18n/words.ts';
import { routeHref } from '../navigation/routes.ts';
import { Link } from '../ui/link.tsx';

/** Beside an estimated time: to what a person can change of it. */
export function BandwidthLink() {
  return (
    <Link to={routeHref({ kind: 'settings', section: 'bandwidth' })}>{words.common.changeBandwidth}</Link>
  );
}
