/**
 * These files start, kill and await processes, each on its own. They run last: the shards use every processor, and the
 * reader processes of a server, which have the lowest priority, would get almost no time beside them.
 */
const aloneFolders = ['packages/server/test/process/', 'packages/server/test/commands/'];
/** It has every server of its process keep packages elsewhere. */
const aloneFiles = ['packages/server/test/http/packages-on-s3.test.ts'];
/** They share one browser. */
const browserFolder = 'packages/server/test/browser/';
const shardsMax = 6;

const isAlone = (file: string): boolean =>
  aloneFiles.includes(file) || aloneFolders.some((folder) => file.startsWith(folder));

/** Which test files share a process, in the order in which the processes start. Each file is in one of them. */
export const shardFiles = (files: readonly string[]): string[][] => {
  const alone = files.filter(isAlone).map((file) => [file]);
  const inBrowser = files.filter((file) => file.startsWith(browserFolder));
  const shards = Array.from({ length: shardsMax }, (): string[] => []);
  // Dealt out like cards: neighbours are alike, so each shard gets some of every kind.
  const others = files.filter((file) => !isAlone(file) && !inBrowser.includes(file));
  for (const [index, file] of others.entries()) shards[index % shardsMax]?.push(file);
  return [inBrowser, ...shards, ...alone].filter((shard) => shard.length > 0);
};
