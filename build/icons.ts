/**
 * `npm run icons`: draws Lading's logo, three stacked bars with rounded outer corners. Each size has its own layout in
 * whole pixels, so the gaps stay sharp in small sizes. The output is deterministic.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

type Color = readonly [red: number, green: number, blue: number];
const accent: Color = [0x0f, 0x6e, 0x6e];
const black: Color = [0, 0, 0];

/** Fractions of the icon's size: margin, corner radius, and where each bar begins and ends. */
const margin = 0.09;
const cornerRadius = 0.22;
const bars = [
  [0, 0.34],
  [0.42, 0.66],
  [0.74, 1],
] as const;

interface StackedBars {
  readonly left: number;
  readonly right: number;
  readonly radius: number;
  readonly rows: readonly (readonly [top: number, bottom: number])[];
}

function layOutBars(size: number): StackedBars {
  const left = Math.round(size * margin);
  const side = size - 2 * left;
  const rows = bars.map(([top, bottom]) => {
    return [left + Math.round(side * top), left + Math.round(side * bottom)] as const;
  });
  return { left, right: left + side, radius: side * cornerRadius, rows };
}

function isInside({ left, right, radius, rows }: StackedBars, x: number, y: number): boolean {
  if (x < left || x >= right || !rows.some(([top, bottom]) => y >= top && y < bottom)) return false;
  const cornerX = Math.min(Math.max(x, left + radius), right - radius);
  const cornerY = Math.min(Math.max(y, left + radius), right - radius);
  return (x - cornerX) ** 2 + (y - cornerY) ** 2 <= radius ** 2;
}

/** Samples per pixel and axis, for smooth corners. */
const samples = 8;

export function drawIcon(size: number, [red, green, blue]: Color = accent): Buffer {
  const layout = layOutBars(size);
  const scanlines = Buffer.alloc(size * (1 + size * 4));
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      let hits = 0;
      for (let step = 0; step < samples * samples; step += 1) {
        const dx = ((step % samples) + 0.5) / samples;
        const dy = (Math.floor(step / samples) + 0.5) / samples;
        if (isInside(layout, x + dx, y + dy)) hits += 1;
      }
      const at = y * (1 + size * 4) + 1 + x * 4;
      scanlines.set([red, green, blue, Math.round((255 * hits) / (samples * samples))], at);
    }
  }
  return png(size, scanlines);
}

function png(size: number, scanlines: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits each of red, green, blue and alpha.
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(scanlines, { level: 9 })), chunk('IEND')];
  return Buffer.concat([signature, ...chunks]);
}

function chunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Windows: a directory of sizes, then the PNGs. */
function ico(sizes: readonly number[]): Buffer {
  const images = sizes.map((size) => drawIcon(size));
  const header = Buffer.alloc(6 + 16 * images.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(images.length, 4);
  let offset = header.length;
  for (const [index, image] of images.entries()) {
    const size = sizes[index] ?? 0;
    const at = 6 + 16 * index;
    // 256 doesn't fit in a byte and is written as 0.
    header.set([size % 256, size % 256, 0, 0], at);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(image.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += image.length;
  }
  return Buffer.concat([header, ...images]);
}

/** macOS: entry types and their size in pixels. Some are the double-resolution variant of a smaller size. */
const macKinds = [
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
] as const;

function icns(): Buffer {
  const entries = macKinds.map(([kind, size]) => {
    const image = drawIcon(size);
    const head = Buffer.alloc(8);
    head.write(kind, 0, 'latin1');
    head.writeUInt32BE(8 + image.length, 4);
    return Buffer.concat([head, image]);
  });
  const body = Buffer.concat(entries);
  const head = Buffer.alloc(8);
  head.write('icns', 0, 'latin1');
  head.writeUInt32BE(8 + body.length, 4);
  return Buffer.concat([head, body]);
}

function svg(): string {
  const size = 1024;
  const { left, right, radius, rows } = layOutBars(size);
  const side = right - left;
  const rects = rows.map(
    ([top, bottom]) => `<rect x="${left}" y="${top}" width="${side}" height="${bottom - top}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}">
  <clipPath id="pile"><rect x="${left}" y="${left}" width="${side}" height="${side}" rx="${radius.toFixed(1)}"/></clipPath>
  <g clip-path="url(#pile)" fill="#0f6e6e">${rects.join('')}</g>
</svg>
`;
}

/** Every icon file, by its path below resources/icons. */
export function icons(): ReadonlyMap<string, Buffer | string> {
  return new Map<string, Buffer | string>([
    ['icon.svg', svg()],
    ['icon.png', drawIcon(1024)],
    ['icon.ico', ico([16, 24, 32, 48, 64, 128, 256])],
    ['icon.icns', icns()],
    ...[16, 24, 32, 48, 64, 128, 256, 512].map(
      (size) => [`linux/${size}x${size}.png`, drawIcon(size)] as const,
    ),
    ['tray.png', drawIcon(16)],
    ['tray@2x.png', drawIcon(32)],
    ['trayTemplate.png', drawIcon(16, black)],
    ['trayTemplate@2x.png', drawIcon(32, black)],
  ]);
}

if (import.meta.main) {
  const folder = join(import.meta.dirname, '..', 'resources', 'icons');
  await mkdir(join(folder, 'linux'), { recursive: true });
  for (const [path, content] of icons()) await writeFile(join(folder, path), content);
}
