import { forecastLines } from '../../preload/contract/texts/time-forecast-text.ts';
import type { TimeForecast } from '../../preload/contract/views/time-forecast.ts';
import './forecast-lines.css';

/** How long sending takes: one line, or one for each line of a table while the speed is unknown. */
export function ForecastLines({
  forecast,
  nowMs = Date.now(),
}: {
  readonly forecast: TimeForecast;
  readonly nowMs?: number;
}) {
  return <TimeLines lines={forecastLines(forecast, { nowMs })} />;
}

export function TimeLines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <div className="forecast-lines">
      {lines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </div>
  );
}
