import './progress-bar.css';

export interface Segment {
  readonly tone: 'accent' | 'ok' | 'bad' | 'plain';
  readonly value: number;
  /** Visible even if its share is tiny. */
  readonly alwaysVisible?: boolean;
}

/** Segments are placed end to end. A total of null means that the end isn't known. */
export function ProgressBar({
  label,
  valueText,
  total,
  segments,
  large = false,
}: {
  readonly label: string;
  readonly valueText: string;
  readonly total: number | null;
  readonly segments: readonly Segment[];
  readonly large?: boolean;
}) {
  const done = segments.reduce((sum, segment) => sum + segment.value, 0);
  const share = total === null || total <= 0 ? 0 : Math.min(1, done / total);
  let start = 0;
  return (
    <span
      className={`bar${large ? ' bar-large' : ''}${total === null ? ' bar-busy' : ''}`}
      role="progressbar"
      aria-label={label}
      aria-valuetext={valueText}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(total === null ? {} : { 'aria-valuenow': Math.floor(share * 100) })}
    >
      {total === null ? <span className="bar-fill" /> : null}
      {segments.map((segment) => {
        const width = total === null || total <= 0 ? 0 : Math.min(1 - start, segment.value / total);
        const left = start;
        start += width;
        // Scaled instead of resized, so that ten updates a second need no layout. A minimum width needs a size.
        return (
          <span
            key={segment.tone}
            className={`bar-fill bar-${segment.tone}${segment.alwaysVisible === true ? ' bar-visible' : ''}`}
            style={
              segment.alwaysVisible === true
                ? {
                    left: `min(${left * 100}%, 100% - var(--least))`,
                    width: `max(${width * 100}%, var(--least))`,
                  }
                : { transform: `translateX(${left * 100}%) scaleX(${width})` }
            }
          />
        );
      })}
    </span>
  );
}
