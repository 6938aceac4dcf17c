/** Stands for the prefix of the site in what the build rendered, because it is known only at run time. */
export const sitePlace = '\u{e000}';

export type GuideGroup = 'Guide' | 'Operations' | 'Decisions' | 'Errors';

/** A document of the repository. */
export interface GuidePage {
  /** Below `/guide/`. */
  address: string;
  group: GuideGroup;
  title: string;
  contents: { id: string; text: string; depth: 2 | 3 }[];
  html: string;
}

export interface Guide {
  pages: GuidePage[];
  /** By the name of an endpoint, the commands of the command line that call it. */
  commands: Record<string, string[]>;
}
