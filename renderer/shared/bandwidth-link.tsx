import { bandwidthText, noBandwidthLimit } from '../../preload/contract/texts/bandwidth-text.ts';
import type { TimeForecast } from '../../preload/contract/views/time-forecast.ts';
import { words } from '../i18n/words.ts';
import { routeHref } from '../navigation/routes.ts';
import { useApp } from '../state/selectors.ts';
import { Link } from '../ui/link.tsx';

/** Beside an estimated time: the limit and the hours that it counts with, and where they decide it, the way to change them. */
export function BandwidthLink({ forecast }: { readonly forecast: TimeForecast }) {
  const { preferences } = useApp();
  const summary = bandwidthText(preferences);
  return (
    <>
      {summary === noBandwidthLimit ? null : <div>{summary}</div>}
      {isByBandwidth(forecast) ? (
        <Link to={routeHref({ kind: 'settings', section: 'bandwidth' })}>{words.common.changeBandwidth}</Link>
      ) : null}
    </>
  );
}

/** Whether the bandwidth limit or its hours decide an end of the estimate, on any of its lines. */
export function isByBandwidth({ times }: TimeForecast): boolean {
  return times.some(({ bound: { kind } }) => kind === 'bandwidth-limit' || kind === 'hours');
}
