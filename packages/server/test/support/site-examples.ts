import type { TestServer } from './start-server.ts';

/** One address of a page, on a server that `fillSite` filled. */
interface SiteExample {
  address: string;
  /** Who looks at it; nobody by default. */
  as?: 'owner' | 'moderator';
  /** Of a page that draws charts or edits, which may load more scripts than one that is read. */
  isDashboard?: boolean;
}

/** An example for each page, by its path in the table of pages. */
export const siteExamples: Readonly<Record<string, SiteExample>> = {
  '/': { address: '/' },
  '/search': { address: '/search?q=image' },
  '/p/:publisherId': { address: '/p/ada' },
  '/workflow': { address: '/workflow' },
  '/design': { address: '/design' },
};

/** What pages link to and nothing answers yet. An entry that answers must go. */
export const notYet: readonly RegExp[] = [
  /^\/n\//,
  /^\/guide$/,
  /^\/status$/,
  /^\/account$/,
  /^\/opensearch\.xml$/,
];

/** The session of whoever looks at an example. */
export const sessionOf = async (server: TestServer, { as }: SiteExample): Promise<string | undefined> => {
  if (as === undefined) return undefined;
  const visitor = as === 'owner' ? await server.user('owner-of-ada') : await server.moderator();
  return visitor.bearer;
};

/** Fails with what to do for a page without an example. */
export const exampleOf = (path: string): SiteExample => {
  const example = siteExamples[path];
  if (example !== undefined) return example;
  throw new Error(`The page ${path} has no example. Add one line to test/support/site-examples.ts.`);
};
