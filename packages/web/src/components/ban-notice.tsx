import { useHref } from '../visit.ts';
import { ContactLink } from './contact-link.tsx';

interface BanNoticeProps {
  thing: 'node' | 'publisher';
  publisherId: string;
  /** What the moderator wrote, unless it is too far back in the history. */
  reason: string | undefined;
}

/** Tells the members of a publisher why something of theirs is banned, and what they can do. */
export const BanNotice = ({ thing, publisherId, reason }: BanNoticeProps) => {
  const href = useHref();
  return (
    <div class="alert stack">
      <p>
        {thing === 'node'
          ? 'This node is banned: nobody can find or install it.'
          : 'This publisher is banned: its nodes cannot be installed, and its members can change nothing.'}
      </p>
      {reason === undefined ? (
        <p>
          <a href={href(`/account/publishers/${publisherId}/history`)}>The history has the reason</a>.
        </p>
      ) : (
        <p dir="auto">{reason}</p>
      )}
      <p>
        <ContactLink /> once you have removed the cause, or if the ban is a mistake.
      </p>
    </div>
  );
};
