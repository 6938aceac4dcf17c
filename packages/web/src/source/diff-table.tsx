import { useState } from 'preact/hooks';
import { type Section, foldRuns } from './fold-runs.ts';
import type { Run } from './run.ts';

interface DiffTableProps {
  path: string;
  before: readonly string[];
  after: readonly string[];
  runs: readonly Run[];
}

/** Removed and added lines with a few around them; the others are folded. */
export const DiffTable = ({ path, before, after, runs }: DiffTableProps) => {
  const { sections, isCut } = foldRuns(runs);
  const isSame = runs.every(({ kind }) => kind === 'same');
  if (isSame) return <p>No line differs.</p>;
  return (
    <>
      <section class="code" aria-label={`Differences in ${path}`} tabIndex={0}>
        <table class="diff">
          <caption class="hidden">
            Differences in <bdi>{path}</bdi>
          </caption>
          <thead class="hidden">
            <tr>
              <th scope="col">Line before</th>
              <th scope="col">Line after</th>
              <th scope="col">Change</th>
              <th scope="col">Text</th>
            </tr>
          </thead>
          {sections.map((section) => (
            <SectionRows
              key={`${section.before}:${section.after}`}
              section={section}
              before={before}
              after={after}
            />
          ))}
        </table>
      </section>
      {isCut && (
        <p class="quiet">There are more differences than this page shows. Read the files one by one.</p>
      )}
    </>
  );
};

const signs = { same: '', added: '+', removed: '−' } as const;

interface SectionRowsProps extends Pick<DiffTableProps, 'before' | 'after'> {
  section: Section;
}

const SectionRows = ({ section, before, after }: SectionRowsProps) => {
  const { kind, count, isFolded } = section;
  const [isOpen, setIsOpen] = useState(!isFolded);
  if (!isOpen) {
    return (
      <tbody>
        <tr class="fold">
          <td colSpan={4}>
            <button type="button" onClick={() => setIsOpen(true)}>
              Show {count} unchanged {count === 1 ? 'line' : 'lines'}
            </button>
          </td>
        </tr>
      </tbody>
    );
  }
  return (
    <tbody>
      {Array.from({ length: count }, (_, index) => {
        const [old, fresh] = [section.before + index, section.after + index];
        const text = (kind === 'removed' ? before[old] : after[fresh]) ?? '';
        return (
          <tr key={index} class={kind}>
            <td>{kind === 'added' ? '' : old + 1}</td>
            <td>{kind === 'removed' ? '' : fresh + 1}</td>
            <td>{signs[kind]}</td>
            <td>
              <code>
                {kind === 'added' ? <ins>{text}</ins> : kind === 'removed' ? <del>{text}</del> : text}
              </code>
            </td>
          </tr>
        );
      })}
    </tbody>
  );
};
