import { describe, expect, it } from 'vitest';
import type { LinkWarning } from '../../../preload/contract/views/link-check.ts';
import { interpretLinkAnswer, isUnencrypted, type LinkAnswer, redirectTarget } from './link-answer.ts';

const answer = (given: Partial<LinkAnswer>): LinkAnswer => ({
  status: 206,
  contentType: 'application/octet-stream',
  contentRange: '',
  contentLength: '',
  ...given,
});
const file = new URL('https://h.example/mail.pst?sig=1');

describe('the answer to a request for the first byte', () => {
  it.each<[string, Partial<LinkAnswer>, number | null, LinkWarning['code'][]]>([
    ['a range', { contentRange: 'bytes 0-0/300001' }, 300_001, []],
    ['a range of a file of unknown size', { contentRange: 'bytes 0-0/*' }, null, ['size-unknown']],
    ['a range that names no size', {}, null, ['size-unknown']],
    ['more of it', { contentRange: 'bytes 0-9/300001' }, 300_001, []],
    ['another range', { contentRange: 'bytes 5-5/50000' }, null, ['no-ranges', 'size-unknown']],
    ['a range of nothing', { contentRange: 'bytes 0-0/0' }, null, ['no-ranges', 'size-unknown']],
    ['a range beyond the end', { contentRange: 'bytes 0-9/5' }, null, ['no-ranges', 'size-unknown']],
    ['no range', { contentRange: 'items 0-0/9' }, null, ['no-ranges', 'size-unknown']],
    ['an empty file', { status: 416, contentRange: 'bytes */0' }, 0, []],
    ['the whole file', { status: 200, contentLength: '17' }, 17, ['no-ranges']],
    ['the whole file in chunks', { status: 200 }, null, ['no-ranges', 'size-unknown']],
    ['a size that is no number', { status: 200, contentLength: '1e9' }, null, ['no-ranges', 'size-unknown']],
    ['a login', { status: 401 }, null, ['login-needed']],
    ['an expired signature', { status: 403 }, null, ['login-needed']],
    ['nothing there', { status: 404 }, null, ['refused']],
    ['a range that is refused', { status: 416, contentRange: 'bytes */9' }, null, ['refused']],
    ['a broken host', { status: 503 }, null, ['refused']],
    [
      'a page with a login form',
      { status: 200, contentType: 'text/html; charset=utf-8' },
      null,
      ['web-page'],
    ],
    ['a page in ranges', { contentType: 'text/html', contentRange: 'bytes 0-0/9' }, null, ['web-page']],
  ])('%s', (_, given, sizeBytes, codes) => {
    const check = interpretLinkAnswer(answer(given), file);
    expect([check.sizeBytes, check.warnings.map(({ code }) => code)]).toEqual([sizeBytes, codes]);
  });

  it('a linked HTML file is a file', () => {
    const given = answer({ contentType: 'text/html', contentRange: 'bytes 0-0/9' });
    expect(interpretLinkAnswer(given, new URL('https://h.example/Page.HTM'))).toEqual({
      sizeBytes: 9,
      warnings: [],
    });
  });
});

describe('a redirect', () => {
  it.each([
    ['https://a.example/x', '/y', 'https://a.example/y'],
    ['https://a.example/x', 'https://b.example/y?sig=1', 'https://b.example/y?sig=1'],
    ['https://a.example/x', 'http://b.example/y', 'http://b.example/y'],
    ['http://127.0.0.1:1/x', 'http://localhost:2/y', 'http://localhost:2/y'],
    ['https://a.example/x', 'http://127.0.0.1/admin', null],
    ['https://a.example/x', 'http://0x7f.1/admin', null],
    ['https://a.example/x', 'http://[::1]/admin', null],
    ['https://a.example/x', 'http://LOCALHOST/admin', null],
    ['https://a.example/x', 'http://localhost./admin', null],
    ['https://a.example/x', 'http://[::ffff:127.0.0.1]/admin', null],
    ['https://a.example/x', 'http://169.254.169.254/latest/meta-data', null],
    ['http://169.254.10.5/x', 'http://169.254.10.5:81/y', 'http://169.254.10.5:81/y'],
    ['http://169.254.10.5/x', 'http://127.0.0.1:9199/', null],
    ['http://169.254.10.5/x', 'http://169.254.169.254/latest/meta-data', null],
    ['http://127.0.0.1:1/x', 'http://169.254.169.254/latest/meta-data', null],
    ['https://a.example/x', 'file:///etc/passwd', null],
    ['https://a.example/x', 'https://', null],
  ])('from %s to %s leads to %s', (from, location, to) => {
    expect(redirectTarget(new URL(from), location)?.href ?? null).toBe(to);
  });
});

it.each([
  ['http://a.example/x', true],
  ['https://a.example/x', false],
  ['http://127.0.0.1:4400/x', false],
])('whether %s can be read on the way: %s', (url, unencrypted) => {
  expect(isUnencrypted(new URL(url))).toBe(unencrypted);
});
