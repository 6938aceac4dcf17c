// What the server sees of the site. It holds no markup, so that the server is checked without a browser's types.
import type { Client } from '@patchbay/client';

/** A visitor's choice; `system` follows the browser. */
export type Theme = 'light' | 'dark' | 'system';

/** One request for a page. */
export interface Visit {
  /** Calls this registry as the visitor. On a page for anyone, as nobody. */
  readonly client: Client;
  readonly isSignedIn: boolean;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Path and query of the page, without the prefix of the site. */
  readonly address: string;
  /** Where the site is, without a slash at its end. Its path is the prefix of all addresses. */
  readonly publicUrl: string;
  readonly theme: Theme;
  /** A path of the registry's interface in the names of its host, for calls from the browser. */
  readonly toHost: (path: string) => string;
  /** Sent along by every form of the page. Empty on a page for anyone. */
  readonly formToken: string;
}

/** A page as text, or where to go instead. */
export type PageAnswer =
  | { readonly status: number; readonly html: string; readonly isIndexed: boolean }
  | { readonly redirect: string };

/** What else a form does: a session that begins (its token) or ends (null), or a chosen theme. */
export interface FormEffects {
  readonly session?: string | null;
  readonly theme?: Theme;
}

export interface PageRoute {
  /** In the router's form, such as `/n/:nodeId`. */
  readonly path: string;
  /**
   * `anyone`: the same for every visitor, whoever is signed in, and without forms that need a token. `person`: rendered
   * for one visitor and never kept.
   */
  readonly audience: 'anyone' | 'person';
  /** What makes a page for anyone stale: the changes of the node in its path, or any. Without it, it is not kept. */
  readonly changesWith?: 'node' | 'catalogue';
  readonly answer: (visit: Visit) => Promise<PageAnswer>;
}

export interface FormRoute {
  readonly path: string;
  /** Whether it changes nothing but what the visitor sees, so that a page for anyone can hold it, without a token. */
  readonly isHarmless?: boolean;
  readonly answer: (visit: Visit, fields: URLSearchParams) => Promise<PageAnswer & FormEffects>;
}

/** A file that pages load. */
export interface Asset {
  readonly path: string;
  readonly type: string;
  readonly file: URL;
  /** Whether its name holds its digest, so that it never changes. */
  readonly isImmutable: boolean;
}

export interface Site {
  readonly pages: readonly PageRoute[];
  readonly forms: readonly FormRoute[];
  readonly assets: readonly Asset[];
  /** The page of an error that no page answers, such as an address without a page. */
  readonly errorPage: (visit: Visit, status: number, message: string) => PageAnswer;
}

export declare const site: Site;
