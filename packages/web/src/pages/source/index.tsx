import type { VNode } from 'preact';
import { Digest } from '../../components/digest.tsx';
import { Island } from '../../components/island.tsx';
import { NodeCrumbs } from '../../components/node-crumbs.tsx';
import { NodeTabs } from '../../components/node-tabs.tsx';
import { formatBytes, formatCount } from '../../format.ts';
import { Island as SourceFile } from '../../islands/source-file.tsx';
import { Island as SourceSearch } from '../../islands/source-search.tsx';
import { assetPath } from '../../manifest.ts';
import { nodeLinks } from '../../node-links.ts';
import { page } from '../../page.ts';
import type { PackedFile } from '../../source/packed-file.ts';
import { type PackageOfVersion, filesMax, readPackage } from '../../source/read-package.ts';
import { useHref } from '../../visit.ts';
import { FileTree } from './file-tree.tsx';

/**
 * The files of a package. The server lists them; their contents are read and verified in the browser. Not kept: who
 * walks the files of all versions meets the rate of file lists.
 */
export const sourcePage = page({
  path: '/n/:nodeId/v/:version/source',
  audience: 'anyone',
  readsPackages: true,
  show: async ({ client, params: { nodeId = '', version = '' }, query }) => {
    const source = await readPackage(client, nodeId, version);
    const path = query.get('file') ?? undefined;
    const isBare = path === undefined && !query.has('folder');
    const file = isBare ? openedFirst(source.files) : source.files.find((each) => each.path === path);
    const isUnknown = path !== undefined && file === undefined;
    return {
      title: `${path === undefined ? 'Source' : path.slice(0, 200)} · ${source.nodeId} ${source.version}`,
      isIndexed: false,
      status: isUnknown ? 404 : 200,
      body: (
        <Source source={source} chosen={file?.path ?? query.get('folder') ?? ''}>
          {isUnknown ? <p class="notice">This version has no such file.</p> : undefined}
          {file !== undefined && <File source={source} file={file} />}
          {(file === undefined || isBare) && <Summary source={source} />}
        </Source>
      ),
    };
  },
});

interface SourceProps {
  source: PackageOfVersion;
  chosen: string;
  children: (VNode | false | undefined)[];
}

const Source = ({ source, chosen, children }: SourceProps) => {
  const href = useHref();
  const { nodeId, version, packageUrl } = source;
  const links = nodeLinks(nodeId);
  const ownPage = href(links.source(version));
  return (
    <>
      <header class="node">
        <NodeCrumbs nodeId={nodeId} version={version} />
        <h1>Source</h1>
      </header>
      <NodeTabs nodeId={nodeId} latest={version} current="source" />
      <Island
        name="source-search"
        of={SourceSearch}
        props={{ registryPath: href('/'), nodeId, version, packageUrl, page: ownPage, filesMax }}
      />
      <div class={chosen === '' || chosen.endsWith('/') ? 'source' : 'source has-file'}>
        {source.files.length === 0 ? (
          <p class="notice">The files of this package are not listed yet. Download it instead.</p>
        ) : (
          <FileTree source={source} chosen={chosen} page={ownPage} />
        )}
        <section class="file">{children}</section>
      </div>
    </>
  );
};

const Summary = ({ source: { files, bytes, sha256, packageUrl } }: { source: PackageOfVersion }) => (
  <>
    <h2>Package</h2>
    <dl class="pairs">
      <dt>Files</dt>
      <dd>
        {formatCount(files.length)}, {formatBytes(files.reduce((sum, { size }) => sum + size, 0))} unpacked
      </dd>
      <dt>Size</dt>
      <dd>{formatBytes(bytes)}</dd>
      <dt>SHA-256</dt>
      <dd>
        <Digest sha256={sha256} />
      </dd>
    </dl>
    <p>
      <a href={packageUrl}>Download the package</a>
    </p>
  </>
);

const File = ({ source, file }: { source: PackageOfVersion; file: PackedFile }) => {
  const href = useHref();
  const { nodeId, version, packageUrl, files } = source;
  const entry = entryOf(files);
  return (
    <>
      <h2>
        <bdi>{file.path}</bdi>
      </h2>
      <p class="facts">
        <span>{formatBytes(file.size)}</span>
        <span>
          SHA-256 <code title={file.sha256}>{file.sha256.slice(0, 16)}…</code>
        </span>
        <a href={packageUrl}>Download the package</a>
        {entry !== undefined && entry !== file && (
          <a href={`${href(nodeLinks(nodeId).source(version))}?file=${encodeURIComponent(entry.path)}`}>
            Entry point
          </a>
        )}
        <a class="to-files" href="#files">
          All files
        </a>
      </p>
      <Island
        name="source-file"
        of={SourceFile}
        props={{ packageUrl, file, highlighter: href(assetPath('highlight.ts')) }}
      />
    </>
  );
};

/** What the host loads. */
const entryOf = (files: readonly PackedFile[]): PackedFile | undefined =>
  files.find(({ path }) => path === '__init__.py');

/** The file at its root that says most about a package: its readme, else what the host loads. */
const openedFirst = (files: readonly PackedFile[]): PackedFile | undefined =>
  files.find(({ path }) => /^readme(?:\.\w+)?$/i.test(path)) ?? entryOf(files);
