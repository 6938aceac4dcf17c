/** How a catalogue can be compressed, best first, and the ending of such a file. */
export const codings = { zstd: '.zst', br: '.br', gzip: '.gz', identity: '' } as const;
export type Coding = keyof typeof codings;
