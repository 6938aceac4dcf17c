import type { Finding } from '@patchbay/client';

interface FindingListProps {
  findings: readonly Finding[];
}

/** Findings of the checks under their files, each with the line it stands in, what it means and how to fix it. */
export const FindingList = ({ findings }: FindingListProps) => (
  <ol class="findings">
    {[...Map.groupBy(findings, ({ file }) => file)].map(([file, inFile]) => (
      <li key={file} class="card">
        <h3>
          <bdi>{file}</bdi>
        </h3>
        {inFile.map((finding, index) => (
          <FindingItem key={index} finding={finding} />
        ))}
      </li>
    ))}
  </ol>
);

const FindingItem = ({ finding }: { finding: Finding }) => {
  const { rule, severity, shadow, line, imported, excerpt, means, fix } = finding;
  return (
    <article>
      <p class="facts">
        <span class={severity === 'error' ? 'tag bad' : 'tag warn'}>{severity}</span>
        <span>{rule}</span>
        {shadow && <span class="tag">recorded only</span>}
        {imported === false && <span class="tag">not imported by the package</span>}
      </p>
      {(line !== undefined || excerpt !== undefined) && (
        <pre tabIndex={0} aria-label={line === undefined ? 'Found' : `Line ${line}`}>
          {line !== undefined && <span class="quiet">{line} </span>}
          <bdi>{excerpt ?? ''}</bdi>
        </pre>
      )}
      <p>{means}</p>
      <p class="quiet">{fix}</p>
    </article>
  );
};
