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
