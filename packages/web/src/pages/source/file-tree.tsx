import { formatBytes } from '../../format.ts';
import { type FileRow, listRows } from '../../source/list-rows.ts';
import type { PackageOfVersion } from '../../source/read-package.ts';

interface FileTreeProps {
  source: PackageOfVersion;
  /** The path of a file, of a folder with a slash at its end, or empty. */
  chosen: string;
  /** The address of the page without a query. */
  page: string;
}

/** Indented no further: a package may nest folders as deep as it likes. */
const depthMax = 4;

/** The files of a package as links. */
export const FileTree = ({ source, chosen, page }: FileTreeProps) => {
  const { rows, isCut } = listRows(source.files, chosen);
  return (
    <nav id="files" class="tree" aria-label="Files">
      <ul>
        {rows.map((row) => (
          <li key={row.path} class={`deep-${Math.min(row.depth, depthMax)}`}>
            <a href={addressOf(page, row)} aria-current={row.path === chosen ? 'page' : undefined}>
              <bdi>{row.name}</bdi>
            </a>
            {row.size !== undefined && <span class="quiet">{formatBytes(row.size)}</span>}
          </li>
        ))}
      </ul>
      {isCut && <p class="quiet">More files follow. Find one by its name, or open its folder.</p>}
      {!source.isComplete && <p class="quiet">The list is not complete: the package has more files.</p>}
    </nav>
  );
};

const addressOf = (page: string, { path, size }: FileRow): string =>
  `${page}?${size === undefined ? 'folder' : 'file'}=${encodeURIComponent(path)}`;
