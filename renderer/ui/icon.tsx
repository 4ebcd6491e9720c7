/** Line icons on a 16-pixel grid, in the color of the surrounding text. Always used with a word or a label. */
const shapes = {
  add: 'M8 3v10M3 8h10',
  alert: 'M8 2 1.8 13.2h12.4zM8 6.5v3.2M8 11.4v.1',
  arrowDown: 'M8 3v10M4 9l4 4 4-4',
  arrowUp: 'M8 13V3M4 7l4-4 4 4',
  back: 'M10 3 5 8l5 5',
  box: 'M2.5 5 8 2l5.5 3v6L8 14l-5.5-3zM2.5 5 8 8l5.5-3M8 8v6',
  chart: 'M2.5 2.5v11h11M5.5 11V8M8.5 11V5M11.5 11V7',
  check: 'm3 8.5 3.2 3.2L13 5',
  chevronDown: 'm4 6 4 4 4-4',
  chevronRight: 'm6 4 4 4-4 4',
  clock: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2zM8 5v3.2l2 1.4',
  close: 'm4 4 8 8M12 4l-8 8',
  copy: 'M5.5 5.5h8v8h-8zM5.5 10.5h-3v-8h8v3',
  cards: 'M2.5 3h4.5v4.2H2.5zM9 3h4.5v4.2H9zM2.5 9.2h4.5v4.2H2.5zM9 9.2h4.5v4.2H9z',
  database:
    'M3 4c0-1 2.2-1.8 5-1.8S13 3 13 4s-2.2 1.8-5 1.8S3 5 3 4zM3 4v8c0 1 2.2 1.8 5 1.8s5-.8 5-1.8V4M3 8c0 1 2.2 1.8 5 1.8S13 9 13 8',
  download: 'M8 2.5v7.5M5 7l3 3 3-3M3 13h10',
  file: 'M4 2h5l3 3v9H4zM9 2v3h3',
  folder: 'M2 4h4.2l1.4 1.6H14V13H2z',
  gear: 'M8 5.8a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4zM8 1.8v2M8 12.2v2M1.8 8h2M12.2 8h2M3.6 3.6 5 5M11 11l1.4 1.4M12.4 3.6 11 5M5 11l-1.4 1.4',
  grid: 'M2 3.5h12M2 8h12M2 12.5h12',
  hash: 'M6.3 2.5 4.8 13.5M11.2 2.5 9.7 13.5M2.8 6h11M2.2 10h11',
  hold: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2zM6 6.3C6 4.2 10 4.2 10 6.4c0 1.5-2 1.5-2 3M8 11.3v.1',
  info: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2zM8 7.3V11M8 5v.1',
  link: 'M6.8 9.2a2.6 2.6 0 0 0 3.8 0l2-2a2.7 2.7 0 0 0-3.8-3.8l-.9.9M9.2 6.8a2.6 2.6 0 0 0-3.8 0l-2 2a2.7 2.7 0 0 0 3.8 3.8l.9-.9',
  list: 'M5.5 4H14M5.5 8H14M5.5 12H14M2.2 4h.1M2.2 8h.1M2.2 12h.1',
  lock: 'M3.5 7.2h9v6.3h-9zM5.3 7.2V5a2.7 2.7 0 0 1 5.4 0v2.2',
  pause: 'M5.5 3.5v9M10.5 3.5v9',
  people:
    'M5.8 3a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4zM1.6 13c.4-2.6 2-3.6 4.2-3.6s3.8 1 4.2 3.6M10.6 3.3a2 2 0 0 1 0 3.9M11.6 9.5c1.5.3 2.5 1.4 2.8 3.5',
  person: 'M8 2.5a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4zM3 13.7c.5-3 2.5-4.2 5-4.2s4.5 1.2 5 4.2',
  play: 'M5 3v10l8-5z',
  sandbox: 'M6 2.5h4M7 2.5v4L3.2 13.5h9.6L9 6.5v-4M5 10.5h6',
  receipt: 'M3.5 2v12l1.5-1 1.5 1L8 13l1.5 1 1.5-1 1.5 1V2zM6 5.5h4M6 8.5h4',
  refresh: 'M13 5.5A5.5 5.5 0 1 0 13.5 9M13.3 2.5v3.2h-3.2',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM10.3 10.3 14 14',
  skip: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2zM4 12 12 4',
  sort: 'M5 6.5 8 3.5l3 3M5 9.5l3 3 3-3',
  /** A folder with an eye. */
  watch: 'M2 12.5V4h4.2l1.4 1.6H14v2M5 11.2c1.6-2.6 6.9-2.6 8.5 0-1.6 2.6-6.9 2.6-8.5 0zM9.2 11.1h.1',
  upload: 'M8 10.5V3M5 6l3-3 3 3M3 13h10',
} as const;

export type IconName = keyof typeof shapes;

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
