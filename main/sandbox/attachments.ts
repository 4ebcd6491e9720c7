/**
 * Attachments of messages (.eml). Outlook messages (.msg) stay documents: the reader that is at hand for them doesn't end on a
 * hostile one.
 */
import PostalMime from 'postal-mime';

export interface Attachment {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A message is read into memory. Larger ones stay documents. */
export const maxMessageBytes = 20_000_000;
/** Each line is compared with the boundaries of all parts that it is in. */
const limits = { maxNestingDepth: 32, maxHeadersSize: 1_000_000, maxRfc822NestingDepth: 0 };

export const isMessage = (filename: string): boolean => /\.eml$/i.test(filename);

/** A message in a message is an attachment of its own. Throws if the message can't be read. */
export async function attachmentsOf(message: Uint8Array): Promise<readonly Attachment[]> {
  const { attachments } = await PostalMime.parse(message, limits);
  return attachments.map(({ filename, mimeType, content }, index) => ({
    name: filename || `${index + 1}${mimeType === 'message/rfc822' ? '.eml' : ''}`,
    bytes: typeof content === 'string' ? Buffer.from(content) : new Uint8Array(content),
  }));
}
