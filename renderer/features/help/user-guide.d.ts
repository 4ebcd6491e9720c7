/** Made from docs/ when the window is built (build/user-guide.ts). */
declare module 'virtual:user-guide' {
  export interface GuideSection {
    /** In links. Empty for what is above the first heading. */
    readonly id: string;
    /** The page's title where the ID is empty. */
    readonly title: string;
    /** The heading's level, from 2. 1 where the ID is empty. */
    readonly level: number;
    readonly html: string;
    /** Without markup, for the search. */
    readonly text: string;
  }

  export interface GuidePage {
    readonly id: string;
    readonly title: string;
    readonly sections: readonly GuideSection[];
  }

  export const pages: readonly GuidePage[];
}
