import { clip } from '../clip.ts';

/** An address that a link may have; undefined for a text that is none, or has another scheme. */
export const httpUrl = (text: string | undefined): string | undefined => {
  if (text === undefined || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
};

interface OutLinkProps {
  /** What a person typed as an address. */
  to: string;
}

const charsMax = 200;

/** A link out of the registry if the text is an address of the web, else the text. */
export const OutLink = ({ to }: OutLinkProps) => {
  const url = httpUrl(to);
  if (url === undefined) return <bdi>{clip(to, charsMax)}</bdi>;
  const shown = clip(to.replace(/^https?:\/\//, '').replace(/\/$/, ''), charsMax);
  // Browsers break a line after no slash by themselves, but within a word.
  const parts = shown.split(/(?<=\/)/);
  return (
    <a href={url} rel="nofollow ugc noopener noreferrer">
      <bdi>
        {parts.map((part, index) => (
          <>
            {index > 0 && <wbr />}
            {part}
          </>
        ))}
      </bdi>
    </a>
  );
};
