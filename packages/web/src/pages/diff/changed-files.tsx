import { formatBytes } from '../../format.ts';
import type { FileComparison } from '../../source/compare-files.ts';
import type { PackedFile } from '../../source/packed-file.ts';
import { sourceBounds } from '../../source/source-bounds.ts';

interface ChangedFilesProps {
  comparison: FileComparison;
  /** The address of the page without a query. */
  page: string;
  chosen: string | undefined;
}

/** The files that differ, as links. */
export const ChangedFiles = ({ comparison, page, chosen }: ChangedFilesProps) => {
  const lists: readonly (readonly [string, readonly PackedFile[]])[] = [
    ['Changed', comparison.changed.map(({ after }) => after)],
    ['Added', comparison.added],
    ['Removed', comparison.removed],
  ];
  if (lists.every(([, files]) => files.length === 0)) return <p>All files are the same.</p>;
  return (
    <nav class="tree" aria-label="Files that differ">
      {lists.map(([title, files]) =>
        files.length === 0 ? null : (
          <section key={title}>
            <h2>{title}</h2>
            <ul>
              {files.slice(0, sourceBounds.listedMax).map(({ path, size }) => (
                <li key={path}>
                  <a
                    rel="nofollow"
                    href={`${page}?file=${encodeURIComponent(path)}`}
                    aria-current={path === chosen ? 'page' : undefined}
                  >
                    <bdi>{path}</bdi>
                  </a>
                  <span class="quiet">{formatBytes(size)}</span>
                </li>
              ))}
            </ul>
            {files.length > sourceBounds.listedMax && (
              <p class="quiet">
                Only {sourceBounds.listedMax} of {files.length} are listed.
              </p>
            )}
          </section>
        ),
      )}
    </nav>
  );
};
