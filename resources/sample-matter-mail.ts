/** Mail files: RFC 5322 messages with attachments, and mbox archives of several messages. */
import { createHash } from 'node:crypto';

export interface Person {
  readonly name: string;
  readonly address: string;
}

export interface Attachment {
  readonly name: string;
  readonly type: string;
  readonly data: Uint8Array | string;
}

export interface Mail {
  readonly from: Person;
  readonly to: readonly Person[];
  readonly cc?: readonly Person[];
  /** Local time with offset: 2024-02-12T09:14:00+01:00. */
  readonly date: string;
  readonly subject: string;
  /** Earlier messages of the thread, the oldest first. */
  readonly after?: readonly Mail[];
  readonly text: string;
  readonly attachments?: readonly Attachment[];
}

export function eml(mail: Mail): Buffer {
  const thread = (mail.after ?? []).map(messageId);
  const headers = [
    `From: ${people([mail.from])}`,
    `To: ${people(mail.to)}`,
    ...(mail.cc === undefined ? [] : [`Cc: ${people(mail.cc)}`]),
    `Date: ${mailDate(mail.date)}`,
    `Subject: ${headerText(mail.subject)}`,
    `Message-ID: ${messageId(mail)}`,
    ...(thread.length === 0 ? [] : [`In-Reply-To: ${thread.at(-1)}`, `References: ${thread.join('\r\n ')}`]),
    'MIME-Version: 1.0',
  ];
  const text = textPart(mail.text);
  if (mail.attachments === undefined) return lines([...headers, ...text]);
  const boundary = `=_${digest(mail).slice(0, 24)}`;
  return lines([
    ...headers,
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    '',
    'This message has several parts.',
    `--${boundary}`,
    ...text,
    ...mail.attachments.flatMap((attachment) => [`--${boundary}`, ...attachmentPart(attachment)]),
    `--${boundary}--`,
  ]);
}

/** Messages in a row. Body lines that look like the start of a message are quoted (mboxrd). */
export function mbox(mails: readonly Mail[]): Buffer {
  const messages = mails.map((mail) => {
    const text = eml(mail)
      .toString('utf8')
      .replaceAll('\r\n', '\n')
      .replace(/^(>*From )/gm, '>$1');
    return `From ${mail.from.address} ${new Date(mail.date).toUTCString().replace(/(\w+), (\d+) (\w+) (\d+) (\S+) GMT/, '$1 $3 $2 $5 $4')}\n${text}\n`;
  });
  return Buffer.from(messages.join(''));
}

function lines(all: readonly string[]): Buffer {
  return Buffer.from(`${all.join('\r\n')}\r\n`);
}

function digest(mail: Mail): string {
  return createHash('sha256').update(`${mail.date} ${mail.from.address} ${mail.subject}`).digest('hex');
}

function messageId(mail: Mail): string {
  return `<${digest(mail).slice(0, 16)}@${mail.from.address.split('@')[1]}>`;
}

function mailDate(date: string): string {
  const [year = 0, month = 0, day = 0] = date.split(/\D/).map(Number);
  const local = new Date(Date.UTC(year, month - 1, day));
  return `${local.toUTCString().slice(0, 16)} ${date.slice(11, 19)} ${date.slice(19).replace(':', '')}`;
}

const isAscii = (text: string): boolean => /^[\n\x20-\x7e]*$/.test(text);
const base64Lines = (data: Uint8Array | string): readonly string[] =>
  Buffer.from(data)
    .toString('base64')
    .match(/.{1,76}/g) ?? [];

/** RFC 2047 encoded words that never split a character. */
function headerText(text: string): string {
  if (isAscii(text)) return text;
  const words = [''];
  for (const character of text) {
    const last = words.at(-1) ?? '';
    if (Buffer.byteLength(last + character) > 45) words.push(character);
    else words[words.length - 1] = last + character;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}

function people(list: readonly Person[]): string {
  return list.map(({ name, address }) => `${headerText(name)} <${address}>`).join(',\r\n ');
}

function textPart(text: string): readonly string[] {
  const plain = isAscii(text);
  return [
    `Content-Type: text/plain; charset=${plain ? 'us-ascii' : 'utf-8'}`,
    `Content-Transfer-Encoding: ${plain ? '7bit' : 'base64'}`,
    '',
    ...(plain ? text.split('\n') : base64Lines(text.replaceAll('\n', '\r\n'))),
  ];
}

function attachmentPart({ name, type, data }: Attachment): readonly string[] {
  // RFC 2231, for names that are not ASCII.
  const filename = isAscii(name) ? `filename="${name}"` : `filename*=UTF-8''${encodeURIComponent(name)}`;
  return [
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: attachment; ${filename}`,
    '',
    ...base64Lines(data),
  ];
}
