import { describe, expect, it } from 'vitest';
import { connectQuestion, linkHostsQuestion, proxyQuestion, replaceKeyQuestion } from './trust-questions.ts';

describe('a question about a server', () => {
  it.each([
    ['https://review.example', 'review.example', 'Address: https://review.example\n'],
    ['https://review.example/api/v1', 'review.example', 'Address: https://review.example\n'],
    ['https://review.example:8443', 'review.example:8443', 'Address: https://review.example:8443\n'],
    // The part before the @ is a user, whatever it looks like. The engine refuses such an address.
    ['https://review.example@evil.example', 'evil.example', 'Address: https://evil.example\n'],
    // A Cyrillic а.
    [
      'https://review.ex\u0430mple',
      'review.xn--exmple-4nf',
      'may display this name as “review.ex\u0430mple”',
    ],
    ['http://127.0.0.1:4400', '127.0.0.1:4400', 'This address is on this computer.'],
    ['http://127.0.0.1:4400', '127.0.0.1:4400', 'not encrypted'],
    ['https://192.0.2.7', '192.0.2.7', 'a numeric address'],
    ['https://[2001:db8::7]', '[2001:db8::7]', 'a numeric address'],
    // Another spelling of a number.
    ['https://0xc0000207', '192.0.2.7', 'a numeric address'],
  ])('%s names the host %s in full', (address, host, note) => {
    for (const question of [
      connectQuestion(new URL(address), 'keychain'),
      replaceKeyQuestion(new URL(address), 'keychain'),
      proxyQuestion(new URL(address)),
    ]) {
      expect(question.message).toContain(` ${host}?`);
      expect(question.detail).toContain(note);
    }
  });

  it('has no remark where there is nothing remarkable', () => {
    const { detail } = connectQuestion(new URL('https://review.example'), 'keychain');
    expect(detail).not.toMatch(/numeric|imitate|this computer|encrypted/);
  });

  it('says when the key will be stored unencrypted', () => {
    const server = new URL('https://review.example');
    expect(connectQuestion(server, 'plaintext').detail).toContain('stored unencrypted');
    expect(replaceKeyQuestion(server, 'plaintext').detail).toContain('stored unencrypted');
    expect(connectQuestion(server, 'keychain').detail).not.toContain('stored unencrypted');
  });
});

describe('a question about the servers of links', () => {
  const asked = (...links: readonly string[]) => linkHostsQuestion(links.map((link) => new URL(link)));

  it('names the one server', () => {
    const { message, detail } = asked('https://files.example:8443');
    expect(message).toBe('Check links on files.example:8443?');
    expect(detail).toMatch(/^https:\/\/files\.example:8443\n\nLading requests the first byte of each link/);
  });

  it('names every server, with what is remarkable about it', () => {
    const { message, detail } = asked(
      'https://files.example',
      'http://files.ex\u0430mple',
      'https://203.0.113.5',
    );
    expect(message).toBe('Check links on 3 servers?');
    const [first, second = '', third] = detail.split('\n\n');
    expect(first).toBe('https://files.example');
    expect(second).toContain('http://files.xn--exmple-4nf\n');
    expect(second).toContain('imitate another name');
    expect(second).toContain('not encrypted');
    expect(third).toBe('https://203.0.113.5\nThis is a numeric address, not a name.');
  });
});
