import { Island } from '../../components/island.tsx';
import { NodeCrumbs } from '../../components/node-crumbs.tsx';
import { NodeTabs } from '../../components/node-tabs.tsx';
import { formatBytes, formatCount } from '../../format.ts';
import { Island as FileDiff } from '../../islands/file-diff.tsx';
import { assetPath } from '../../manifest.ts';
import { nodeLinks } from '../../node-links.ts';
import { page } from '../../page.ts';
import { parsePair } from '../../parse-pair.ts';
import { compareFiles } from '../../source/compare-files.ts';
import type { PackedFile } from '../../source/packed-file.ts';
import { type PackageOfVersion, readPackage } from '../../source/read-package.ts';
import { useHref } from '../../visit.ts';
import { ChangedFiles } from './changed-files.tsx';

/**
 * What differs between the files of two versions. There are more pairs than anyone reads, so none is kept, indexed or
 * followed, and each takes two file lists of their rate.
 */
export const diffPage = page({
  path: '/n/:nodeId/diff/:pair',
  audience: 'anyone',
  readsPackages: true,
  show: async ({ client, params: { nodeId = '', pair = '' }, query }) => {
    const versions = parsePair(pair);
    if (versions === undefined) return noPair;
    const before = await readPackage(client, nodeId, versions.from);
    const after = await readPackage(client, nodeId, versions.to);
    return {
      title: `${before.version} to ${after.version} · ${after.nodeId}`,
      isIndexed: false,
      body: <Diff before={before} after={after} chosen={query.get('file') ?? undefined} />,
    };
  },
});

const noPair = {
  title: 'Not found',
  status: 404,
  isIndexed: false,
  body: (
    <section class="notice">
      <h1>Not found</h1>
      <p>The address must end in two versions, such as 1.0.0...1.1.0.</p>
    </section>
  ),
};

interface Pair {
  before: PackageOfVersion;
  after: PackageOfVersion;
}

const Diff = ({ before, after, chosen }: Pair & { chosen: string | undefined }) => {
  const href = useHref();
  const links = nodeLinks(after.nodeId);
  const own = href(links.diff(before.version, after.version));
  const comparison = compareFiles(before.files, after.files);
  const { added, removed, changed, same } = comparison;
  return (
    <>
      <header class="node">
        <NodeCrumbs nodeId={after.nodeId} />
        <h1>
          {before.version} → {after.version}
        </h1>
        <p class="facts">
          <span>{formatCount(changed.length)} changed</span>
          <span>{formatCount(added.length)} added</span>
          <span>{formatCount(removed.length)} removed</span>
          <span>{formatCount(same)} the same</span>
          <a rel="nofollow" href={href(links.diff(after.version, before.version))}>
            Swap
          </a>
        </p>
        {[before, after].map(
          ({ version, isComplete }) =>
            !isComplete && (
              <p key={version} class="notice">
                The files of {version} are not all listed, so this comparison is not complete.
              </p>
            ),
        )}
      </header>
      <NodeTabs nodeId={after.nodeId} latest={after.version} current="source" />
      <div class={chosen === undefined ? 'source' : 'source has-file'}>
        <ChangedFiles comparison={comparison} page={own} chosen={chosen} />
        <section class="file">
          {chosen === undefined ? (
            <p class="quiet">Choose a file to compare its lines.</p>
          ) : (
            <ChosenFile before={before} after={after} path={chosen} />
          )}
        </section>
      </div>
    </>
  );
};

const ChosenFile = ({ before, after, path }: Pair & { path: string }) => {
  const href = useHref();
  const sides = [before, after].map(({ packageUrl, files }) => {
    const file = files.find((each) => each.path === path);
    return file && { packageUrl, file };
  });
  const [one, other] = sides;
  if (one === undefined && other === undefined) return <p>Neither version has such a file.</p>;
  return (
    <>
      <h2>
        <bdi>{path}</bdi>
      </h2>
      <p class="facts">
        {sides.map((side, index) => (
          <SideFacts key={index} label={index === 0 ? 'Before' : 'After'} file={side?.file} />
        ))}
      </p>
      {one?.file.sha256 === other?.file.sha256 ? (
        <p>The file is the same in both.</p>
      ) : (
        <Island
          name="file-diff"
          of={FileDiff}
          props={{
            path,
            ...(one !== undefined && { before: one }),
            ...(other !== undefined && { after: other }),
            differ: href(assetPath('diff.ts')),
          }}
        />
      )}
    </>
  );
};

const SideFacts = ({ label, file }: { label: string; file: PackedFile | undefined }) => (
  <span>
    {label}:{' '}
    {file === undefined ? (
      'not there'
    ) : (
      <>
        {formatBytes(file.size)}, SHA-256 <code title={file.sha256}>{file.sha256.slice(0, 16)}…</code>
      </>
    )}
  </span>
);
