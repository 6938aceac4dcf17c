// What the server sees of the site. It holds no markup, so that the server is checked without a browser's types.
import type { Client } from '@patchbay/client';

/** A visitor's choice; `system` follows the browser. */
export type Theme = 'light' | 'dark' | 'system';

/** One request for a page. */
export interface Visit {
  /** Calls this registry as the visitor. On a page for anyone, as nobody. */
  readonly client: Client;
  readonly isSignedIn: boolean;
  /** Resolves once heavy work may begin, so that the requests of others come between many pages. */
  readonly turn: () => Promise<void>;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Path and query of the page, without the prefix of the site. */
  readonly address: string;
  /** Where to report vulnerabilities, if the operator says so: an address of mail or of a page. */
  securityContact: string | undefined;
  /** The registry that this one mirrors, by its URL. */
  mirrorOf: string | undefined;
  /** Where the site is, without a slash at its end. Its path is the prefix of all addresses. */
  readonly publicUrl: string;
  readonly theme: Theme;
  /** An address of the interface as anyone may call it: in the host's names, whatever the profile. */
  readonly wireAddress: (address: string) => Promise<string>;
  /** A path of the registry's interface in the names of its host, for calls from the browser. */
  readonly toHost: (path: string) => string;
  /** What the form before this page did, in the first answer after it. */
  readonly done: string | undefined;
  /** The sign-in with the external provider that this browser began. */
  readonly flow: ExternalFlow | undefined;
  /** Sent along by every form of the page. Empty on a page for anyone. */
  readonly formToken: string;
}

/** A sign-in with the external provider, as its browser keeps it. */
export interface ExternalFlow {
  /** Its secret. */
  readonly secret: string;
  /** The path of this site to go on to. */
  readonly to: string;
}

/** A page as text, or where to go instead. */
export type PageAnswer =
  | {
      readonly status: number;
      readonly html: string;
      readonly isIndexed: boolean;
      /** The page of another site to which the browser goes on by itself. */
      readonly leaveTo?: string | undefined;
    }
  | { readonly redirect: string };

/**
 * What else a page does: a session that begins (its token) or ends (null), a sign-in with the external provider that
 * begins or is over (null), or a chosen theme.
 */
export interface FormEffects {
  readonly session?: string | null;
  readonly flow?: ExternalFlow | null;
  readonly theme?: Theme;
}

export interface PageRoute {
  /** In the router's form, such as `/n/:nodeId`. */
  readonly path: string;
  /**
   * `anyone`: the same for every visitor, signed in or not, and without forms that need a token. `person`: rendered
   * for one visitor and never kept.
   */
  readonly audience: 'anyone' | 'person';
  /** What makes a page for anyone stale: the changes of the node in its path, or any. Without it, it is not kept. */
  readonly changesWith?: 'node' | 'catalogue';
  /** Whether its scripts read packages, which may be stored elsewhere, and show pictures of them. */
  readonly readsPackages?: boolean;
  readonly answer: (visit: Visit) => Promise<PageAnswer & FormEffects>;
}

/** What is not HTML: for search engines, browsers and chat programs. */
export interface FileAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string | Uint8Array;
}

export interface FileRoute {
  readonly path: string;
  /** What makes it stale, as of a page for anyone. Without it, it is the same until the server starts again. */
  readonly changesWith?: PageRoute['changesWith'];
  /** How long a browser or a proxy uses it without asking; by default it asks each time. */
  readonly usedForSeconds?: number;
  /** Whether its query says what it holds. That of others is ignored: nobody can have one made again and again. */
  readonly takesQuery?: boolean;
  /** Gets a visit of nobody, whose query is empty unless it takes one. */
  readonly answer: (visit: Visit) => Promise<FileAnswer>;
}

export interface FormRoute {
  readonly path: string;
  /** Whether it changes nothing but what the visitor sees, so that a page for anyone can hold it, without a token. */
  readonly isHarmless?: boolean;
  /** How many tokens of the rate of reads it takes, of which each is worth a millisecond; by default one. */
  readonly tokens?: number;
  /** Whether it may hold a file, after all its fields. */
  readonly takesPackage?: boolean;
  readonly answer: (
    visit: Visit,
    fields: URLSearchParams,
    takePackage: TakePackage,
  ) => Promise<PageAnswer & FormEffects>;
  /**
   * Shows the form again with what was sent and does nothing of it, because its token is not good any more. Without it,
   * a form holds nothing worth keeping.
   */
  readonly again?: (visit: Visit, fields: URLSearchParams) => Promise<PageAnswer & FormEffects>;
}

/** The file of a form, on the disk until the form is answered. */
export interface SentPackage {
  readonly bytes: Blob;
  readonly sha256: string;
}

/** Receives the file of a form; undefined if there is none. Until it is called, nothing of the file is kept. */
export type TakePackage = () => Promise<SentPackage | undefined>;

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
  readonly files: readonly FileRoute[];
  readonly assets: readonly Asset[];
  /** The page of an error that no page answers, such as an address without a page. */
  readonly errorPage: (visit: Visit, status: number, message: string) => PageAnswer;
}

export declare const site: Site;
