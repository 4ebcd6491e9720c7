import './progress-bar.css';

export interface Segment {
  readonly tone: 'accent' | 'ok' | 'bad' | 'plain';
  readonly value: number;
  /** However small its share, it is to be seen. */
  readonly visible?: boolean;
}

/** Segments are laid end to end, of `total`. A total of null is work without a known end. */
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
        // Scaled, not sized: moving a bar ten times a second lays nothing out anew. What has a least width is sized.
        return (
          <span
            key={segment.tone}
            className={`bar-fill bar-${segment.tone}${segment.visible === true ? ' bar-visible' : ''}`}
            style={
              segment.visible === true
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
