// Generated from the contract by `npm run generate`. Do not edit.
import type { Client } from '../client.ts';
import { request } from '../request.ts';
import type { RequestOptions } from '../send.ts';
import type { PublicChange, NodeNews } from './resources.ts';

export interface WatchNodesArgs {
  readonly body: {
    /** The nodes that the host has installed */
    readonly nodes: readonly {
      readonly node_id: string;
      /** The installed version; without it, no news of versions is told */
      readonly version?: string | undefined;
    }[];
    /** `next` of the answer before: only what changed since. Without it, or if the position is unknown, all that concerns the host now */
    readonly since?: string | undefined;
    /** Seconds to wait until there is something to tell; default 0 */
    readonly wait?: number | undefined;
  };
}

export interface WatchNodesReply {
  readonly nodes: readonly NodeNews[];
  /** The number of the last change that the answer includes, also of one that the public does not see */
  readonly last_seq: number;
  /** The position to send as `since` next time */
  readonly next: string;
}

/** What concerns installed nodes: newer versions, bans, deletions, deprecations and flags: `POST /catalogue/watch`. */
export const watchNodes = (
  client: Client,
  args: WatchNodesArgs,
  options?: RequestOptions,
): Promise<WatchNodesReply> => request(client, 'POST', '/catalogue/watch', args, options, true);

export interface ListPublicChangesArgs {
  /** `next` of the answer before, or the number of a change; default 0, the beginning */
  readonly since?: string | undefined;
  /** Default 100, larger than 1000 serves 1000. Large documents come in smaller pages; see `more` */
  readonly limit?: number | undefined;
  /** Seconds to wait until there is something to tell; default 0 */
  readonly wait?: number | undefined;
  /** `latest` (default): nodes, each with its latest version. `all`: every Active version besides */
  readonly versions?: 'latest' | 'all' | undefined;
}

export interface ListPublicChangesReply {
  readonly changes: readonly PublicChange[];
  /** The number of the last change that the answer includes, also of one that the public does not see */
  readonly last_seq: number;
  /** The position to send as `since` next time */
  readonly next: string;
  /** Whether there are more at once */
  readonly more: boolean;
}

/** The public changes after a position, oldest first, each with the document as it is now: `GET /changes`. */
export const listPublicChanges = (
  client: Client,
  args: ListPublicChangesArgs = {},
  options?: RequestOptions,
): Promise<ListPublicChangesReply> => request(client, 'GET', '/changes', args, options);

export interface ListAdvisoriesArgs {
  /** The page, from 1; default 1 */
  readonly page?: number | undefined;
  /** Items on a page; default 10, larger than 1000 serves 1000 */
  readonly limit?: number | undefined;
  /** Only those that changed then or later */
  readonly modified_since?: string | undefined;
  /** Only those about these nodes and their versions */
  readonly node_id?: readonly string[] | undefined;
}

export interface ListAdvisoriesReply {
  readonly advisories: readonly {
    /** Such as `x_PBR-2026-1`; OSV reserves `x_` for databases that it does not collect */
    readonly id: string;
    /** When it last changed */
    readonly modified: string;
    /** When it was published */
    readonly published: string;
    /** When it was withdrawn, because the ban was lifted */
    readonly withdrawn?: string;
    readonly node_id: string;
    /** Absent if all versions of the node are affected */
    readonly version?: string;
  }[];
  /** Page size served */
  readonly limit: number;
  /** Current page */
  readonly page: number;
  /** Total count */
  readonly total: number;
  /** Total pages */
  readonly totalPages: number;
}

/** List the advisories about what was banned as malicious, withdrawn ones included, oldest first: `GET /advisories`. */
export const listAdvisories = (
  client: Client,
  args: ListAdvisoriesArgs = {},
  options?: RequestOptions,
): Promise<ListAdvisoriesReply> => request(client, 'GET', '/advisories', args, options);

export interface GetAdvisoryArgs {
  readonly advisoryId: string;
}

export interface GetAdvisoryReply {
  readonly schema_version: string;
  /** Such as `x_PBR-2026-1`; OSV reserves `x_` for databases that it does not collect */
  readonly id: string;
  /** When it last changed */
  readonly modified: string;
  /** When it was published */
  readonly published: string;
  /** When it was withdrawn, because the ban was lifted */
  readonly withdrawn?: string;
  /** What it is about, in one line */
  readonly summary: string;
  /** What the moderators say of it */
  readonly details: string;
  readonly affected: readonly {
    readonly package: {
      readonly ecosystem: 'Patchbay';
      /** An id of the node; one that was renamed is listed under each of its ids */
      readonly name: string;
      /** A package URL; `repository_url` is this registry */
      readonly purl: string;
    };
    /** Present if all versions of the node are affected */
    readonly ranges?: readonly {
      readonly type: 'SEMVER';
      readonly events: readonly {
        readonly introduced: string;
      }[];
    }[];
    /** The affected versions, lowest first; of a node those that it had when it was banned, under its present id */
    readonly versions?: readonly string[];
  }[];
  readonly database_specific: {
    /** The URL of the registry */
    readonly registry: string;
    /** The URL of the advisory */
    readonly source: string;
    /** CWE-506: embedded malicious code */
    readonly cwe_ids: readonly string[];
  };
}

/** Get an advisory in the OSV format: `GET /advisories/{advisoryId}`. */
export const getAdvisory = (
  client: Client,
  args: GetAdvisoryArgs,
  options?: RequestOptions,
): Promise<GetAdvisoryReply> => request(client, 'GET', '/advisories/{advisoryId}', args, options);
