/** What a broken or hostile platform might send: raw HTTP, chosen at random from a seed. */
import type { Random } from '../soak/random.ts';

/** What every case tries to have repeated in logs, errors and results. */
export interface Bait {
  readonly apiKey: string;
  /** A server that must never be asked. */
  readonly elsewhere: string;
}

/** The bytes of one answer, or null for a connection that is closed without one. */
export function hostileAnswer(random: Random, good: unknown, bait: Bait): Buffer | null {
  if (random.chance(0.03)) return null;
  if (random.chance(0.03)) return Buffer.from(random.pick(garbage));
  const body = hostileBody(random, good, bait);
  const status = random.chance(0.5) ? 200 : random.pick(statuses);
  const head = [
    ...interim(random),
    `HTTP/1.${random.pick([1, 1, 1, 0])} ${status} ${random.pick(['OK', '', 'x'.repeat(500)])}`,
    `content-type: ${random.pick(contentTypes)}`,
    ...(random.chance(0.3) ? [random.pick(headers)(bait)] : []),
    ...(random.chance(0.02) ? headerBomb(random) : []),
  ];
  const answer = framed(random, head, body);
  return random.chance(0.05) ? answer.subarray(0, random.int(0, answer.length)) : answer;
}

export function hostileBody(random: Random, good: unknown, bait: Bait): Buffer {
  const text = JSON.stringify(random.chance(0.7) ? mutated(random, good, 0) : good);
  switch (random.int(0, 17)) {
    case 0:
      return Buffer.from(text.slice(0, random.int(0, text.length)));
    case 1:
      return Buffer.from('<html><title>Sign in</title></html>');
    case 2:
      return Buffer.from(
        JSON.stringify({ [random.pick(['title', 'message'])]: `no: ${bait.apiKey}`, status: 400 }),
      );
    case 3:
      return Buffer.from('['.repeat(random.pick([10, 10_000, 200_000])));
    case 4:
      return Buffer.from(`{"data":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_001)}`);
    case 5:
      return Buffer.from(text.replace('{', '{"data":null,"data":1,'));
    case 6:
      return Buffer.from('{"__proto__":{"data":{"id":1}},"constructor":{"prototype":{"ok":true}}}');
    case 7:
      return Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf, 0xff, 0xfe, 0]), Buffer.from(text)]);
    case 8:
      return Buffer.from(`{"data":"${'x'.repeat(random.pick([1000, 400_000]))}"}`);
    case 9:
      return Buffer.from(
        random.pick(['', ' ', 'null', '0', '""', '[]', '1e999', '-', 'NaN', '\0', '{"data":}']),
      );
    case 10:
      return Buffer.from(text.replace(/\d+/, '99999999999999999999'));
    default:
      return Buffer.from(text);
  }
}

/** The same value with something wrong in one or more places. */
function mutated(random: Random, value: unknown, depth: number): unknown {
  if (depth > 0 && random.chance(0.2)) return random.pick(wrongValues);
  if (Array.isArray(value)) {
    const items = value.map((item) => mutated(random, item, depth + 1));
    // Lists within lists would multiply.
    const more = depth < 2 ? 500 : 5;
    return random.chance(0.1) ? [...items, ...Array<unknown>(more).fill(items[0])] : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(() => random.chance(0.93))
      .map(([name, one]) => [name, mutated(random, one, depth + 1)]),
  );
}

/** Headers and body, with a length that may be a lie. */
function framed(random: Random, head: readonly string[], body: Buffer): Buffer {
  const lines = (...more: readonly string[]) => Buffer.from(`${[...head, ...more].join('\r\n')}\r\n\r\n`);
  switch (random.int(0, 19)) {
    case 0:
      return Buffer.concat([lines(`content-length: ${body.length + random.int(1, 1000)}`), body]);
    case 1:
      return Buffer.concat([lines(`content-length: ${Math.floor(body.length / 2)}`), body]);
    case 2:
      return Buffer.concat([
        lines(`content-length: ${random.pick(['-1', 'x', '9e99', '18446744073709551617'])}`),
        body,
      ]);
    case 3:
      return Buffer.concat([lines('content-length: 1', `content-length: ${body.length}`), body]);
    case 4:
      return Buffer.concat([lines('transfer-encoding: chunked', `content-length: ${body.length}`), body]);
    case 5: {
      const size = random.pick(['ffffffffffffffff', 'zz', '-1', '0', '1', '']);
      return Buffer.concat([lines('transfer-encoding: chunked'), Buffer.from(`${size}\r\n`), body]);
    }
    case 6: {
      const chunk = Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body]);
      const end = random.pick(['\r\n0\r\n\r\n', '\r\n', '\r\n0\r\nx: y\r\n\r\n']);
      return Buffer.concat([lines('transfer-encoding: chunked'), chunk, Buffer.from(end)]);
    }
    case 7:
      // Until the connection ends.
      return Buffer.concat([lines('connection: close'), body]);
    default:
      return Buffer.concat([lines(`content-length: ${body.length}`), body]);
  }
}

function interim(random: Random): readonly string[] {
  if (!random.chance(0.05)) return [];
  const one = random.pick(['100 Continue', '102 Processing', '103 Early Hints', '101 Switching Protocols']);
  return Array.from({ length: random.pick([1, 100]) }, () => `HTTP/1.1 ${one}\r\n`);
}

function headerBomb(random: Random): readonly string[] {
  return random.chance(0.5)
    ? [`x-bomb: ${'x'.repeat(200_000)}`]
    : Array.from({ length: 3_000 }, (_, number) => `x-${number}: y`);
}

const garbage = [
  '\0'.repeat(1000),
  '\x16\x03\x01\x02\x00',
  'HTTP/9.9 200 OK\r\n\r\n',
  'HTTP/1.1 OK\r\n\r\n',
  'SSH-2.0-OpenSSH_9.9\r\n',
  '\r\n\r\n\r\n',
  'HTTP/1.1 200 OK\r\nx: a\r\n b\0c\r\n\r\n',
];

export const statuses = [
  ...[0, 99, 199, 201, 202, 204, 205, 206, 226, 299, 300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404],
  ...[405, 407, 408, 409, 410, 413, 418, 422, 423, 425, 429, 451, 499, 500, 501, 502, 503, 504, 511, 599],
  ...[600, 777, 999, 1000, -1],
];

const contentTypes = ['application/json', 'application/json', 'text/html', 'text/xml', '', 'x'.repeat(5000)];

const headers: readonly ((bait: Bait) => string)[] = [
  ({ elsewhere }) => `location: ${elsewhere}/moved`,
  ({ apiKey, elsewhere }) => `location: ${elsewhere}/?key=${apiKey}`,
  () => 'location: file:///etc/passwd',
  () => 'location: ',
  () => 'retry-after: -1',
  () => 'retry-after: 99999999999999999999',
  () => 'retry-after: 0',
  () => 'retry-after: soon',
  () => 'retry-after: Fri, 31 Dec 9999 23:59:59 GMT',
  () => 'retry-after: 0\r\nretry-after: 1',
  () => 'content-encoding: gzip',
  () => 'content-encoding: br, gzip, zstd',
  () => 'set-cookie: session=1; Domain=.example',
  () => 'connection: close',
  () => 'connection: upgrade\r\nupgrade: h2c',
  () => 'etag: "e"',
  () => `etag: ${'"'.repeat(3000)}`,
  () => 'etag: "a"\r\netag: "b"',
  () => 'www-authenticate: Basic realm="x"',
  () => `alt-svc: h3=":443"`,
  () => `strict-transport-security: max-age=1`,
];

const wrongValues: readonly unknown[] = [
  ...[null, true, false, '', ' ', 'x', '0', 0, -1, 1.5, 2 ** 53 + 2, 1e308, -0],
  ...[[], {}, [null], [[]], { id: null }, { id: '1' }, { length: -1 }, { toString: 1 }],
  ...['\0', '\u202e', '\ud800', 'http://127.0.0.1/', 'javascript:alert(1)', '../../etc/passwd', '%00', '//x'],
];
