import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type FailureCode, failure } from '../../../preload/contract/failure.ts';
import { preferences } from '../../../preload/contract/views.ts';
import {
  bandwidthSentence,
  clockTimeOf,
  firstSchedule,
  speedOf,
  speedUnits,
  unitFor,
} from '../../../renderer/features/settings/bandwidth.ts';
import { adviceOn, checkConnect, fieldOf } from '../../../renderer/features/settings/connect-check.ts';

const office = { days: [5, 1, 2, 3, 4], from: '08:00', to: '18:00', bytesPerSecond: 5_000_000 };

describe('the bandwidth in a sentence', () => {
  it.each([
    [{ bytesPerSecond: null, schedule: null }, 'Uploads take all the line gives, at any hour.'],
    [{ bytesPerSecond: 20_000_000, schedule: null }, 'Uploads take at most 20.0 MB/s, at any hour.'],
    [
      { bytesPerSecond: null, schedule: office },
      'Monday to Friday from 08:00 to 18:00: at most 5.00 MB/s. At all other hours: no limit.',
    ],
    [
      { bytesPerSecond: 9_000, schedule: { ...office, days: [0, 6], bytesPerSecond: null } },
      'Saturday and Sunday from 08:00 to 18:00: no limit. At all other hours: at most 9.00 kB/s.',
    ],
    [
      { bytesPerSecond: null, schedule: { ...office, days: [0, 3, 1], from: '22:00', to: '06:00' } },
      'Monday, Wednesday and Sunday from 22:00 to 06:00 of the next day: at most 5.00 MB/s. At all other hours: no limit.',
    ],
    [
      { bytesPerSecond: null, schedule: { ...office, days: [] } },
      'Uploads take all the line gives, at any hour.',
    ],
  ])('%j', (given, sentence) => {
    expect(bandwidthSentence(given)).toBe(sentence);
  });
});

describe('a speed', () => {
  it('in its own unit is the same speed again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 2_000_000_000 }), (bytesPerSecond) => {
        const unit = unitFor(bytesPerSecond);
        expect(speedOf(bytesPerSecond / speedUnits[unit].bytesPerSecond, unit)).toBe(bytesPerSecond);
      }),
    );
  });

  it('of networks is counted in bits', () => {
    expect(speedOf(100, 'Mbit')).toBe(12_500_000);
  });

  it('below what can be kept is none', () => {
    expect(speedOf(0.5, 'kB')).toBeNull();
    expect(speedOf(Number.NaN, 'MB')).toBeNull();
    expect(speedOf(Number.POSITIVE_INFINITY, 'MB')).toBeNull();
  });
});

describe('a time of day', () => {
  it.each([
    ['8', '08:00'],
    ['8:05', '08:05'],
    [' 18.30 ', '18:30'],
    ['1830', '18:30'],
    ['24:00', null],
    ['8:5', null],
    ['', null],
    ['noon', null],
  ])('%j is read as %j', (text, time) => {
    expect(clockTimeOf(text)).toBe(time);
  });
});

describe('a schedule that is switched on', () => {
  it('is one that the contract takes, whatever the limit', () => {
    for (const limit of [null, 1000, 1_000_001]) {
      expect(preferences.shape.schedule.safeParse(firstSchedule(limit)).success).toBe(true);
    }
  });
});

describe('a connection to be', () => {
  const draft = {
    name: 'Harrow',
    serverUrl: 'https://review.example.com',
    apiKey: 'a.b.c',
    acceptPlaintext: false,
  };
  it('has no problems when all is given', () => {
    expect(checkConnect(draft, 'keychain')).toEqual({});
    expect(checkConnect({ ...draft, serverUrl: 'http://127.0.0.1:4400' }, 'keychain')).toEqual({});
  });

  it.each([
    ['name', { name: ' ' }],
    ['serverUrl', { serverUrl: '' }],
    ['serverUrl', { serverUrl: 'review.example.com' }],
    ['serverUrl', { serverUrl: 'http://review.example.com' }],
    ['serverUrl', { serverUrl: 'http://127.0.0.1.example.com' }],
    ['serverUrl', { serverUrl: 'https://a.b.c@review.example.com' }],
    ['serverUrl', { serverUrl: 'https://review.example.com/?key=a.b.c' }],
    ['serverUrl', { serverUrl: 'https://review.example.com/#/login' }],
    ['apiKey', { apiKey: ' ' }],
  ])('names what is wrong at its field: %s', (field, change) => {
    expect(Object.keys(checkConnect({ ...draft, ...change }, 'keychain'))).toEqual([field]);
  });

  it('needs a knowing consent where the key would be readable', () => {
    expect(Object.keys(checkConnect(draft, 'plaintext'))).toEqual(['consent']);
    expect(checkConnect({ ...draft, acceptPlaintext: true }, 'plaintext')).toEqual({});
  });
});

describe('a connection that fails', () => {
  const why = (code: FailureCode, message: string) => failure(code, message).failure;
  it('tells it at the field that it is about', () => {
    expect(fieldOf(why('key-refused', ''))).toBe('apiKey');
    expect(fieldOf(why('url-insecure', ''))).toBe('serverUrl');
    expect(fieldOf(why('unreachable', ''))).toBeNull();
  });

  it('offers certificates where the certificate is what failed, and the proxy where nothing answers', () => {
    expect(adviceOn(why('unreachable', 'unable to get local issuer certificate'))).toBe('certificate');
    expect(adviceOn(why('unreachable', 'connect ETIMEDOUT'))).toBe('proxy');
    expect(adviceOn(why('unreachable', 'the server does not speak TLS there'))).toBeNull();
    expect(adviceOn(why('key-refused', 'certificate'))).toBeNull();
  });
});
