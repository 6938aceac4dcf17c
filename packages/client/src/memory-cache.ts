/** A response with its ETag. */
export interface CachedReply {
  readonly etag: string;
  readonly reply: unknown;
}

/** Keeps responses by URL, for example in memory or in a browser's storage. */
export interface ReplyCache {
  get(url: string): CachedReply | undefined | Promise<CachedReply | undefined>;
  set(url: string, cached: CachedReply): unknown;
}

/** Keeps the last `entriesMax` responses in memory. */
export const memoryCache = (entriesMax = 1_000): ReplyCache => {
  const entries = new Map<string, CachedReply>();
  return {
    get: (url) => entries.get(url),
    set(url, cached) {
      entries.delete(url);
      entries.set(url, cached);
      const [oldest] = entries.keys();
      if (entries.size > entriesMax && oldest !== undefined) entries.delete(oldest);
    },
  };
};
