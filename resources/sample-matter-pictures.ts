/** The pictures of the sample matter, drawn pixel by pixel. */
import { type Color, png } from './sample-matter-formats.ts';

export interface Reading {
  /** Local time: 2024-03-02 02:45. */
  readonly at: string;
  readonly celsius: number;
}

/** 3 by 5 pixels per digit; each row has three bits. */
const digits: Readonly<Record<string, readonly number[]>> = {
  '0': [7, 5, 5, 5, 7],
  '1': [2, 6, 2, 2, 7],
  '2': [7, 1, 7, 4, 7],
  '4': [5, 5, 7, 1, 1],
  '6': [7, 4, 7, 5, 7],
  '8': [7, 5, 7, 5, 7],
  '-': [0, 0, 7, 0, 0],
};

/** The temperature over time, with the alarm's two set points as lines. */
export function temperatureChart(readings: readonly Reading[], setPoints: readonly number[]): Buffer {
  const [width, height, left, top] = [480, 270, 34, 10];
  const pixels = new Uint8Array(width * height);
  const put = (x: number, y: number, color: number): void => {
    if (x >= 0 && x < width && y >= 0 && y < height) pixels[y * width + x] = color;
  };
  const yOf = (celsius: number): number => top + Math.round((-4 - celsius) * 15);
  for (let celsius = -20; celsius <= -4; celsius += 4) {
    const y = yOf(celsius);
    for (let x = left; x < width - 8; x += 1) put(x, y, 1);
    for (const [position, character] of [...String(celsius)].entries()) {
      for (const [row, bits] of (digits[character] ?? []).entries()) {
        for (let bit = 0; bit < 3; bit += 1) {
          if (!(bits & (4 >> bit))) continue;
          for (const [dx, dy] of [
            [0, 0],
            [1, 0],
            [0, 1],
            [1, 1],
          ] as const) {
            put(4 + position * 8 + bit * 2 + dx, y - 5 + row * 2 + dy, 2);
          }
        }
      }
    }
  }
  for (const setPoint of setPoints) {
    for (let x = left; x < width - 8; x += 1) if (x % 8 < 5) put(x, yOf(setPoint) + 1, 3);
  }
  let before = yOf(readings[0]?.celsius ?? -20);
  for (const [index, reading] of readings.entries()) {
    const x = left + Math.round((index * (width - left - 8)) / readings.length);
    const y = yOf(reading.celsius);
    for (let step = Math.min(before, y); step <= Math.max(before, y); step += 1) {
      put(x, step, 4);
      put(x + 1, step, 4);
    }
    put(x, y + 1, 4);
    before = y;
  }
  return png(width, pixels, [
    [255, 255, 255],
    [214, 219, 224],
    [70, 78, 86],
    [200, 60, 40],
    [20, 92, 158],
  ]);
}

/** A thermal picture of a cold-store door: a frame, with warm air at the lower left corner where the seal is torn. */
export function thermalPicture(): Buffer {
  const [width, height] = [240, 180];
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const leak = 900 / (36 + ((x - 62) * (x - 62)) / 9 + ((y - 148) * (y - 148)) / 16);
      const onFrame = (Math.abs(x - 60) < 3 || Math.abs(x - 180) < 3) && y > 24 ? 3 : 0;
      const lintel = Math.abs(y - 24) < 3 && x > 57 && x < 183 ? 3 : 0;
      const inside = x > 60 && x < 180 && y > 24 ? 0 : 4;
      const grain = ((x * 7919 + y * 104_729 + x * y * 31) >>> 3) % 2;
      pixels[y * width + x] = Math.min(31, Math.floor(2 + inside + Math.max(onFrame, lintel) + leak + grain));
    }
  }
  const palette = Array.from(
    { length: 32 },
    (_, heat): Color => [
      Math.min(255, heat * 11),
      Math.max(0, heat * 13 - 150),
      heat < 12 ? 60 + heat * 10 : Math.max(0, 300 - heat * 12),
    ],
  );
  return png(
    width,
    pixels,
    palette.map(([red, green, blue]): Color => [red, Math.min(255, green), Math.min(255, blue)]),
  );
}

export const hallPlan = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="260" viewBox="0 0 480 260" font-family="sans-serif" font-size="12">
  <title>Larkmoor Cold Store, halls 1 to 3, sensors and doors</title>
  <rect x="10" y="10" width="460" height="240" fill="#fff" stroke="#333"/>
  <path d="M160 10v240M310 10v240" stroke="#333"/>
  <text x="60" y="40">Hall 1</text><text x="210" y="40">Hall 2</text><text x="360" y="40">Hall 3</text>
  <g fill="#145c9e"><circle cx="85" cy="130" r="5"/><circle cx="235" cy="130" r="5"/><circle cx="345" cy="80" r="5"/><circle cx="435" cy="190" r="5"/></g>
  <g stroke="#c83c28" stroke-width="5"><path d="M60 250h50M210 250h50M360 250h50"/></g>
  <text x="325" y="70">T3a</text><text x="415" y="180">T3b</text><text x="352" y="240">door 3 (seal)</text>
</svg>
`;
