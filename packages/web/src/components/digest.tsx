import { Fragment } from 'preact';

/** A digest, which breaks into lines of equal length. */
export const Digest = ({ sha256 }: { sha256: string }) => (
  <code>
    {(sha256.match(/.{1,16}/g) ?? []).map((part, index) => (
      <Fragment key={index}>
        {index > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </code>
);
