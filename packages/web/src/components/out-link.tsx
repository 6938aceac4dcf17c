import { clip } from '../clip.ts';
import { httpUrl } from '../http-url.ts';

interface OutLinkProps {
  /** What a person typed as an address. */
  to: string;
}

const charsMax = 200;

/** A link out of the registry if the text is an address of the web, else the text. */
export const OutLink = ({ to }: OutLinkProps) => {
  const url = httpUrl(to);
  if (url === undefined) return <bdi>{clip(to, charsMax)}</bdi>;
  return (
    <a href={url} rel="nofollow ugc noopener noreferrer">
      <bdi>{clip(to.replace(/^https?:\/\//, '').replace(/\/$/, ''), charsMax)}</bdi>
    </a>
  );
};
