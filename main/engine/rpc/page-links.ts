import { createHmac, randomBytes } from 'node:crypto';

/** A list needs only the link to its next page. */
const maxLinks = 1000;

/**
 * Links to the next pages of lists, which stay in the engine: the window gets a token for each. So it can name no address,
 * and a token continues only the list that it was given for. The same link of the same list has the same token, by which a
 * list that goes in circles is found.
 */
export class PageLinks {
  readonly #key = randomBytes(32);
  readonly #links = new Map<string, string>();

  /** `list`: whatever tells lists apart. */
  add(list: string, link: string): string {
    const token = this.#tokenOf(list, link);
    this.#links.delete(token);
    this.#links.set(token, link);
    const [oldest] = this.#links.keys();
    if (this.#links.size > maxLinks && oldest !== undefined) this.#links.delete(oldest);
    return token;
  }

  /** Returns null for a token that wasn't given for this list, or long ago. */
  find(list: string, token: string): string | null {
    const link = this.#links.get(token);
    return link !== undefined && this.#tokenOf(list, link) === token ? link : null;
  }

  #tokenOf(list: string, link: string): string {
    return createHmac('sha256', this.#key)
      .update(JSON.stringify([list, link]))
      .digest('hex');
  }
}
