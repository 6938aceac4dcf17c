interface OutLinkProps {
  /** What a person typed as an address. */
  to: string;
}

/** A link out of the registry if the text is an address of the web, else the text. */
export const OutLink = ({ to }: OutLinkProps) => {
  const shown = to.slice(0, 200);
  if (!URL.canParse(to) || !/^https?:$/.test(new URL(to).protocol)) return <bdi>{shown}</bdi>;
  return (
    <a href={to} rel="nofollow ugc noopener noreferrer">
      <bdi>{shown.replace(/^https?:\/\//, '').replace(/\/$/, '')}</bdi>
    </a>
  );
};
