import { describe, expect, test } from 'vitest';
import { EtagMd5Detector } from './etag-md5-detector.ts';

describe('ETags', () => {
  const md5 = '0cc175b9c0f1b6a831c399e269772661';
  const other = '92eb5ffee6ae2fec3ad71c777531578f';

  test('count as MD5 for a host once one of its ETags was, and for no other host', () => {
    const detector = new EtagMd5Detector();
    expect(detector.compare('https://a', `"${other}"`, md5)).toBe('unknown');
    expect(detector.compare('https://a', `"${md5.toUpperCase()}"`, md5)).toBe('matches');
    expect(detector.compare('https://a', `"${other}"`, md5)).toBe('differs');
    expect(detector.compare('https://a', `W/"${other}"`, md5)).toBe('differs');
    expect(detector.compare('https://b', `"${other}"`, md5)).toBe('unknown');
    expect(detector.compare('https://a aws:kms', `"${other}"`, md5)).toBe('unknown');
  });

  test('of another form, or without our own MD5, prove nothing even then', () => {
    const detector = new EtagMd5Detector();
    detector.compare('https://a', md5, md5);
    expect(detector.compare('https://a', `"${other}-3"`, md5)).toBe('unknown');
    expect(detector.compare('https://a', `"${other}"`, undefined)).toBe('unknown');
  });

  test('one part is tried, and more only once an ETag was its MD5', () => {
    const detector = new EtagMd5Detector();
    expect([detector.tryAgain(), detector.tryAgain()]).toEqual([true, false]);
    detector.compare('https://host', '"not-an-md5"', md5);
    expect(detector.tryAgain()).toBe(false);
    detector.compare('https://host', `"${md5}"`, md5);
    expect([detector.tryAgain(), detector.tryAgain()]).toEqual([true, true]);
  });
});
