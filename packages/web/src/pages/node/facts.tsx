import type { BuiltBy, Node, NodeVersion } from '@patchbay/client';
import { licenseName } from '@patchbay/contract/license-name';
import type { ComponentChildren } from 'preact';
import { Day } from '../../components/day.tsx';
import { Digest } from '../../components/digest.tsx';
import { OutLink } from '../../components/out-link.tsx';
import { clip } from '../../clip.ts';
import { countOf } from '../../count-of.ts';
import { formatBytes, formatCount } from '../../format.ts';
import { nodeLinks } from '../../node-links.ts';
import { useHref } from '../../visit.ts';

interface FactsProps {
  node: Node;
  version: NodeVersion | undefined;
}

const [itemsMax, charsMax] = [12, 120];

/** What is looked up about a node. */
export const Facts = ({ node, version }: FactsProps) => {
  const href = useHref();
  return (
    <dl class="pairs">
      {version !== undefined && (
        <Fact name="Version">
          <a href={href(`/n/${node.id}/v/${encodeURIComponent(version.version)}`)}>
            <code>{version.version}</code>
          </a>
          , <Day time={version.createdAt} />
        </Fact>
      )}
      {version?.status === 'NodeVersionStatusActive' && (
        <Fact name="Checks">
          <span class="tag good">passed</span>
        </Fact>
      )}
      {version?.built_by !== undefined && <Built by={version.built_by} />}
      {version?.deprecated === true && <Declared name="Deprecated" items={[version.deprecation_message]} />}
      <AppNodeWarning status={version?.app_node_extract_status} />
      <Fact name="Downloads">{formatCount(node.downloads)}</Fact>
      {node.github_stars !== undefined && node.github_stars > 0 && (
        <Fact name="Stars">{formatCount(node.github_stars)}, of its repository</Fact>
      )}
      {node.rating !== undefined && <Fact name="Rating">{node.rating.toFixed(1)} of 5</Fact>}
      <Declared name="Systems" items={version?.supported_os ?? node.supported_os} />
      <Declared name="Accelerators" items={version?.supported_accelerators ?? node.supported_accelerators} />
      <Declared name="Host" items={[version?.supported_app_version ?? node.supported_app_version]} />
      <Declared
        name="Front end"
        items={[version?.supported_app_frontend_version ?? node.supported_app_frontend_version]}
      />
      <Linked name="Repository" text={node.repository} />
      <Linked name="License" text={licenseName(node.license)} />
      <Declared name="Author" items={[node.author]} />
      <Tags tags={node.tags ?? []} />
      {version?.package_bytes !== undefined && <Fact name="Size">{formatBytes(version.package_bytes)}</Fact>}
      {version?.package_sha256 !== undefined && (
        <Fact name="SHA-256">
          <Digest sha256={version.package_sha256} />
        </Fact>
      )}
      {node.version_count !== undefined && node.version_count > 0 && (
        <Fact name="Releases">
          {countOf(node.version_count, 'version')}
          {node.latest_version?.createdAt !== undefined && (
            <>
              , the latest <Day time={node.latest_version.createdAt} isAgo />
            </>
          )}
        </Fact>
      )}
      <Fact name="Watch">
        <a href={href(nodeLinks(node.id).feed)}>Feed of its versions</a>
      </Fact>
      <Declared name="Formerly" items={node.former_ids} />
      {node.updated_at !== undefined && (
        <Fact name="Updated">
          <Day time={node.updated_at} />
        </Fact>
      )}
      <Fact name="Created">
        <Day time={node.created_at} />
      </Fact>
    </dl>
  );
};

const appNodeWarnings: Readonly<Partial<Record<string, readonly [tag: string, meaning: string]>>> = {
  failed: ['not readable', 'The package may not load in the host.'],
  unsupported: ['none found', 'The host may show nothing of the package.'],
};

const AppNodeWarning = ({ status = '' }: { status: NodeVersion['app_node_extract_status'] | '' }) => {
  const [tag, meaning] = appNodeWarnings[status] ?? [];
  return tag === undefined ? null : (
    <Fact name="App-nodes">
      <span class="tag warn">{tag}</span> {meaning}
    </Fact>
  );
};

/** The CI job that published it, as its issuer said. */
const Built = ({ by: { repository = '', commit = '', workflow = '', run } }: { by: BuiltBy }) => (
  <>
    <Linked name="Built from" text={repository} />
    {commit !== '' && (
      <Fact name="Commit">
        <code>{commit.slice(0, 12)}</code>
      </Fact>
    )}
    <Declared name="Workflow" items={[workflow]} />
    <Linked name="Run" text={run} />
  </>
);

const Fact = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const Declared = ({
  name,
  items = [],
}: {
  name: string;
  items: readonly (string | undefined)[] | undefined;
}) => {
  const said = items.filter((item): item is string => item !== undefined && item !== '');
  if (said.length === 0) return null;
  return (
    <Fact name={name}>
      {said.slice(0, itemsMax).map((item, index) => (
        <>
          {index > 0 && ', '}
          <bdi>{clip(item, charsMax)}</bdi>
        </>
      ))}
      {said.length > itemsMax && ` and ${said.length - itemsMax} more`}
    </Fact>
  );
};

const Linked = ({ name, text = '' }: { name: string; text: string | undefined }) =>
  text === '' ? null : (
    <Fact name={name}>
      <OutLink to={text} />
    </Fact>
  );

const Tags = ({ tags }: { tags: readonly string[] }) => {
  const href = useHref();
  if (tags.length === 0) return null;
  return (
    <Fact name="Tags">
      {tags.slice(0, itemsMax).map((tag) => (
        <>
          <a key={tag} href={href(`/search?tag=${encodeURIComponent(clip(tag, 200))}`)}>
            <bdi>{clip(tag, charsMax)}</bdi>
          </a>{' '}
        </>
      ))}
    </Fact>
  );
};
