import { nodeLinks } from '../node-links.ts';
import { useHref } from '../visit.ts';

interface VersionPickerProps {
  nodeId: string;
  /** What the fields begin with. */
  from: string;
  to: string;
  /** The numbers that are offered; others can be typed. */
  versions?: readonly string[];
}

/** Chooses any two versions of a node to compare, without scripts as well. */
export const VersionPicker = ({ nodeId, from, to, versions = [] }: VersionPickerProps) => {
  const href = useHref();
  return (
    <form class="picker" action={href(nodeLinks(nodeId).comparePicked)} aria-label="Compare two versions">
      <label>
        From <input name="from" value={from} list="version-numbers" maxlength={200} required />
      </label>
      <label>
        To <input name="to" value={to} list="version-numbers" maxlength={200} required />
      </label>
      <button>Compare</button>
      {versions.length > 0 && (
        <datalist id="version-numbers">
          {versions.map((version) => (
            <option key={version} value={version} />
          ))}
        </datalist>
      )}
    </form>
  );
};
