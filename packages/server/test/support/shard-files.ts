/**
 * These files start, kill and await processes. They run last: the shards use every processor, and the reader processes
 * of a server, which have the lowest priority, would get almost no time beside them.
 */
const lastFolders = ['packages/server/test/process/', 'packages/server/test/commands/'];
/** It has every server of its process keep packages elsewhere. */
const aloneFile = 'packages/server/test/http/packages-on-s3.test.ts';
/** They share one browser. */
const browserFolder = 'packages/server/test/browser/';
const shardsMax = 6;
/** More of the last ones, which mostly wait: a large one would end long after the others. */
const lastShardsMax = 12;

const isLast = (file: string): boolean => lastFolders.some((folder) => file.startsWith(folder));

/** Which test files share a process, in the order in which the processes start. Each file is in one of them. */
export const shardFiles = (files: readonly string[]): string[][] => {
  const alone = files.filter((file) => file === aloneFile);
  const last = files.filter(isLast);
  const inBrowser = files.filter((file) => file.startsWith(browserFolder));
  const others = files.filter(
    (file) => file !== aloneFile && !isLast(file) && !file.startsWith(browserFolder),
  );
  return [inBrowser, ...deal(others, shardsMax), alone, ...deal(last, lastShardsMax)].filter(
    (shard) => shard.length > 0,
  );
};

/** Like cards: neighbours are alike, so each shard gets some of every kind. */
const deal = (files: readonly string[], count: number): string[][] => {
  const shards = Array.from({ length: count }, (): string[] => []);
  for (const [index, file] of files.entries()) shards[index % count]?.push(file);
  return shards;
};
