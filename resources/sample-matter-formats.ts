/**
 * The file formats of the sample matter: minimal files that common programs can open. The same input always gives the
 * same bytes. Compression uses Huffman coding only, because zlib's search for repetitions differs between processors.
 */
import { createHash } from 'node:crypto';
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';

const compression = { level: 9, memLevel: 8, strategy: constants.Z_HUFFMAN_ONLY } as const;

export interface ZipEntry {
  readonly name: string;
  readonly data: Uint8Array | string;
}

/** A ZIP. With a password, it uses traditional PKWARE encryption (APPNOTE 6.1), which every program supports. */
export function zip(entries: readonly ZipEntry[], modified: string, password: string | null = null): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const data = Buffer.from(entry.data);
    const crc = crc32(data);
    const packed = deflateRawSync(data, compression);
    const body = password === null ? packed : zipCrypto(packed, password, crc, entry.name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0); // needs 2.0
    common.writeUInt16LE(0x0800 | (password === null ? 0 : 1), 2); // the name is UTF-8; encrypted
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(dosTime(modified), 6);
    common.writeUInt32LE(crc, 10);
    common.writeUInt32LE(body.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const header = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name]);
    const where = Buffer.alloc(14);
    where.writeUInt32LE((0o100_644 << 16) >>> 0, 6);
    where.writeUInt32LE(offset, 10);
    central.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), common, where, name);
    local.push(header, body);
    offset += header.length + body.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

function dosTime(modified: string): number {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = modified.split(/\D/).map(Number);
  const date = ((year - 1980) << 9) | (month << 5) | day;
  return ((date << 16) | (hour << 11) | (minute << 5) | (second >> 1)) >>> 0;
}

const crcTable = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value >>> 0;
});

function zipCrypto(plain: Uint8Array, password: string, crc: number, name: string): Buffer {
  let [key0, key1, key2] = [0x12345678, 0x23456789, 0x34567890];
  const crcStep = (key: number, byte: number): number =>
    ((crcTable[(key ^ byte) & 0xff] ?? 0) ^ (key >>> 8)) >>> 0;
  const update = (byte: number): void => {
    key0 = crcStep(key0, byte);
    key1 = (Math.imul(key1 + (key0 & 0xff), 134775813) + 1) >>> 0;
    key2 = crcStep(key2, key1 >>> 24);
  };
  for (const byte of Buffer.from(password)) update(byte);
  // The first twelve bytes should be random. They derive from the name, so that the file is always the same.
  const salt = createHash('sha256').update(name).digest().subarray(0, 11);
  const bytes = Buffer.concat([salt, Buffer.from([crc >>> 24]), plain]);
  const encrypted = bytes.map((byte) => {
    const mask = (key2 | 2) & 0xffff;
    update(byte);
    return byte ^ ((Math.imul(mask, mask ^ 1) >>> 8) & 0xff);
  });
  return Buffer.from(encrypted);
}

export type Color = readonly [red: number, green: number, blue: number];

/** A PNG with palette colors: one byte per pixel, row by row. */
export function png(width: number, pixels: Uint8Array, palette: readonly Color[]): Buffer {
  const height = pixels.length / width;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (let row = 0; row < height; row += 1) {
    rows.set(pixels.subarray(row * width, (row + 1) * width), row * (width + 1) + 1);
  }
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const typed = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(typed), 4);
    return Buffer.concat([frame.subarray(0, 4), typed, frame.subarray(4)]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, compression)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A PDF of text in Helvetica, one list of lines per page, Latin-1 only. */
export function pdf(title: string, pages: readonly (readonly string[])[]): Buffer {
  const text = (line: string): string => `(${line.replace(/[\\()]/g, '\\$&')})`;
  const pageNumber = (index: number): number => 5 + index * 2;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${pageNumber(index)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    `<< /Title ${text(title)} >>`,
    ...pages.flatMap((lines, index) => {
      const content = `BT /F1 11 Tf 15 TL 72 770 Td\n${lines.map((line) => `${text(line)} Tj T*`).join('\n')}\nET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${pageNumber(index) + 1} 0 R >>`,
        `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let body = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const tail = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}trailer\n<< /Size ${size} /Root 1 0 R /Info 4 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(body + tail, 'latin1');
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const officeSchema = 'http://schemas.openxmlformats.org';
const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

interface OfficePart {
  readonly name: string;
  readonly type: string;
  readonly xml: string;
}

/** The parts that every Office file has. `related` lists the parts that the main part refers to. */
function officePackage(
  main: OfficePart,
  related: readonly (OfficePart & { readonly relation: string })[],
  about: { readonly title: string; readonly author: string; readonly created: string },
): Buffer {
  const folder = main.name.slice(0, main.name.indexOf('/'));
  const relation = (id: number, type: string, target: string): string =>
    `<Relationship Id="rId${id}" Type="${type}" Target="${target}"/>`;
  const relations = (inside: string): string =>
    `${xmlHead}<Relationships xmlns="${officeSchema}/package/2006/relationships">${inside}</Relationships>`;
  const parts = [main, ...related].map(
    (part) => `<Override PartName="/${part.name}" ContentType="${part.type}"/>`,
  );
  const core = `${xmlHead}<cp:coreProperties xmlns:cp="${officeSchema}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${escapeXml(about.title)}</dc:title><dc:creator>${escapeXml(about.author)}</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">${about.created}</dcterms:created></cp:coreProperties>`;
  const documentRelations = `${officeSchema}/officeDocument/2006/relationships`;
  return zip(
    [
      {
        name: '[Content_Types].xml',
        data: `${xmlHead}<Types xmlns="${officeSchema}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.join('')}<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`,
      },
      {
        name: '_rels/.rels',
        data: relations(
          relation(1, `${documentRelations}/officeDocument`, main.name) +
            relation(
              2,
              `${officeSchema}/package/2006/relationships/metadata/core-properties`,
              'docProps/core.xml',
            ),
        ),
      },
      { name: 'docProps/core.xml', data: core },
      { name: main.name, data: main.xml },
      ...related.map((part) => ({ name: part.name, data: part.xml })),
      {
        name: `${folder}/_rels/${main.name.slice(folder.length + 1)}.rels`,
        data: relations(
          related
            .map((part, index) =>
              relation(
                index + 1,
                `${documentRelations}/${part.relation}`,
                part.name.slice(folder.length + 1),
              ),
            )
            .join(''),
        ),
      },
    ],
    about.created,
  );
}

/** A Word document. Paragraphs that start with `# ` are bold. */
export function docx(
  about: { readonly title: string; readonly author: string; readonly created: string },
  paragraphs: readonly string[],
): Buffer {
  const body = paragraphs.map((paragraph) => {
    const isHeading = paragraph.startsWith('# ');
    const run = `${isHeading ? '<w:rPr><w:b/><w:sz w:val="28"/></w:rPr>' : ''}<w:t xml:space="preserve">${escapeXml(isHeading ? paragraph.slice(2) : paragraph)}</w:t>`;
    return `<w:p><w:r>${run}</w:r></w:p>`;
  });
  const xml = `${xmlHead}<w:document xmlns:w="${officeSchema}/wordprocessingml/2006/main"><w:body>${body.join('')}<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr></w:body></w:document>`;
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
  return officePackage({ name: 'word/document.xml', type, xml }, [], about);
}

export type Cell = string | number | { readonly formula: string; readonly value: number };

/** An Excel workbook with one sheet. */
export function xlsx(
  about: { readonly title: string; readonly author: string; readonly created: string },
  sheet: string,
  rows: readonly (readonly Cell[])[],
): Buffer {
  const cell = (value: Cell): string => {
    if (typeof value === 'string') return `<c t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`;
    if (typeof value === 'number') return `<c><v>${value}</v></c>`;
    return `<c><f>${escapeXml(value.formula)}</f><v>${value.value}</v></c>`;
  };
  const data = rows.map((row, index) => `<row r="${index + 1}">${row.map(cell).join('')}</row>`);
  const main = `${officeSchema}/spreadsheetml/2006/main`;
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  return officePackage(
    {
      name: 'xl/workbook.xml',
      type: `${type}.sheet.main+xml`,
      xml: `${xmlHead}<workbook xmlns="${main}" xmlns:r="${officeSchema}/officeDocument/2006/relationships"><sheets><sheet name="${escapeXml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    [
      {
        name: 'xl/worksheets/sheet1.xml',
        type: `${type}.worksheet+xml`,
        relation: 'worksheet',
        xml: `${xmlHead}<worksheet xmlns="${main}"><sheetData>${data.join('')}</sheetData></worksheet>`,
      },
    ],
    about,
  );
}
