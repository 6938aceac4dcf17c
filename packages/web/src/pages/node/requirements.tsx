import { clip } from '../../clip.ts';
import { httpUrl } from '../../components/out-link.tsx';

interface RequirementsProps {
  dependencies: readonly string[] | undefined;
}

const [openMax, shownMax, charsMax] = [12, 200, 200];

/** The Python packages that a version needs, as it declares them. */
export const Requirements = ({ dependencies = [] }: RequirementsProps) => {
  if (dependencies.length === 0) return null;
  const shown = dependencies.slice(0, shownMax);
  return (
    <section class="stack" aria-labelledby="requirements">
      <h2 id="requirements">Requires</h2>
      <List items={shown.slice(0, openMax)} />
      {dependencies.length > openMax && (
        <details>
          <summary>{dependencies.length - openMax} more</summary>
          <List items={shown.slice(openMax)} />
          {dependencies.length > shownMax && <p>and {dependencies.length - shownMax} more</p>}
        </details>
      )}
    </section>
  );
};

const List = ({ items }: { items: readonly string[] }) => (
  <ul class="plain">
    {items.map((item, index) => (
      <li key={index}>
        <Requirement text={item} />
      </li>
    ))}
  </ul>
);

const Requirement = ({ text }: { text: string }) => {
  const url = requirementUrl(text);
  const shown = <code dir="auto">{clip(text, charsMax)}</code>;
  if (url === undefined) return shown;
  return (
    <a href={url} rel="nofollow ugc noopener noreferrer">
      {shown}
    </a>
  );
};

/** A name as PEP 508 has it, and what may follow it. */
const named = /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)\s*(?:\[[^\]]*\]\s*)?(?:@\s*(\S+)|[<>=!~;(]|$)/i;
const addressCharsMax = 500;

/**
 * Where people read about a requirement of pip: the page of its package, or the address that it names itself. Undefined
 * for options, files and paths.
 */
const requirementUrl = (requirement: string): string | undefined => {
  const text = requirement.trim();
  if (text.length > addressCharsMax) return undefined;
  const [, name, direct] = named.exec(text) ?? [];
  const address = direct ?? /^(?:-e\s+)?((?:git\+)?https?:\S+)/.exec(text)?.[1];
  if (address !== undefined) return httpUrl(address.replace(/^git\+/, ''));
  return name === undefined ? undefined : `https://pypi.org/project/${name.toLowerCase()}/`;
};
