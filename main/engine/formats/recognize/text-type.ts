import type { ContentType } from '../../../../preload/contract/views/content-type.ts';

/** How the first lines of a message begin. Others may come between them. */
const mailHeader =
  /^(From|To|Cc|Subject|Date|Message-ID|MIME-Version|Received|Return-Path|Delivered-To|Reply-To|Content-Type|DKIM-Signature|ARC-Seal|X-[A-Za-z-]+): ?/i;
const anyHeader = /^[!-9;-~]+:/;

/** Text in any encoding that has no control characters, and the formats that are text. It is null for binary content. */
export function textType(head: Buffer): ContentType | null {
  const text = decode(head);
  return text === null ? null : (markupType(text) ?? mailType(text) ?? 'text');
}

function decode(head: Buffer): string | null {
  if (head[0] === 0xff && head[1] === 0xfe) return utf16(head);
  if (head[0] === 0xfe && head[1] === 0xff)
    return utf16(Buffer.from(head.subarray(0, head.length - (head.length % 2))).swap16());
  const start = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0;
  for (let at = start; at < head.length; at += 1) {
    const byte = head[at] ?? 0;
    if (isControl(byte)) return start === 0 ? unmarkedUtf16(head) : null;
  }
  return head.toString('latin1', start);
}

/** Not so: tab to carriage return, the end of DOS texts, and escape, which Japanese encodings use. */
const isControl = (byte: number): boolean =>
  byte < 32 && (byte < 8 || byte > 13) && byte !== 0x1a && byte !== 0x1b;

const maxControlShare = 0.05;

/** Text with some bytes that are none, as in a log that a crash left padded with zeros. A tenth of random bytes are controls. */
export function isMostlyText(head: Uint8Array): boolean {
  let controls = 0;
  let zeros = 0;
  for (const byte of head) {
    if (byte === 0) zeros += 1;
    else if (isControl(byte)) controls += 1;
  }
  const others = head.length - zeros;
  return others > 0 && controls / others < maxControlShare;
}

/** Two bytes at the start alone are in too many files. What was cut at the end doesn't count. */
function utf16(head: Buffer): string | null {
  const text = head.toString('utf16le', 2);
  const isText = text.slice(0, -1).isWellFormed() && !/(?!\s)\p{Cc}/u.test(text);
  return isText ? text : null;
}

const minUnmarkedBytes = 16;

/** Without the mark at its start: every character is one that is in use, and some of them are spaces or ends of lines. */
function unmarkedUtf16(head: Buffer): string | null {
  if (head.length < minUnmarkedBytes) return null;
  const even = head.subarray(0, head.length - (head.length % 2));
  for (const bytes of [even, Buffer.from(even).swap16()]) {
    const text = bytes.toString('utf16le');
    const whole = text.slice(0, -1);
    if (whole.isWellFormed() && /[ \r\n\u3000]/.test(whole) && !/(?!\s)[\p{Cc}\p{Cn}\p{Co}]/u.test(whole))
      return text;
  }
  return null;
}

function markupType(text: string): ContentType | null {
  const start = text.trimStart().slice(0, 1024);
  if (/^<!doctype html|^<html[\s>]|^<head[\s>]|^<body[\s>]/i.test(start)) return 'html';
  if (start.startsWith('<?xml')) return /<html[\s>]|<!doctype html/i.test(start) ? 'html' : 'xml';
  if (/^<!--/.test(start) && /<html[\s>]/i.test(start)) return 'html';
  if (/^BEGIN:VCALENDAR/i.test(start)) return 'calendar';
  return /^BEGIN:VCARD/i.test(start) ? 'vcard' : null;
}

function mailType(text: string): ContentType | null {
  const lines = text.slice(0, 4096).split(/\r?\n/, 40);
  const first = lines[0] ?? '';
  // RFC 4155: "From " with a sender and a date, then the headers of the first message.
  if (/^From \S.*\d{4}/.test(first)) return anyHeader.test(lines[1] ?? '') ? 'mbox' : null;
  // Apple Mail puts the length of the message in front.
  const headers = /^\d+ *$/.test(first) ? lines.slice(1) : lines;
  let known = 0;
  for (const line of headers) {
    if (line === '') break;
    if (/^[ \t]/.test(line)) continue;
    if (!anyHeader.test(line)) break;
    if (mailHeader.test(line)) known += 1;
  }
  return known >= 3 && mailHeader.test(headers[0] ?? '') ? 'eml' : null;
}
