/** The app's logo: three layers in a cargo hold. */
export function Logo({ size = 20 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
      <g fill="var(--accent)">
        <path d="M5 1h10a4 4 0 0 1 4 4v1H1V5a4 4 0 0 1 4-4z" />
        <path d="M1 8h18v4H1z" />
        <path d="M1 14h18v1a4 4 0 0 1-4 4H5a4 4 0 0 1-4-4z" />
      </g>
    </svg>
  );
}
