interface StateTagProps {
  /** As the interface names it, such as `NodeVersionStatusActive`. */
  status: string;
}

const tones: Readonly<Record<string, string>> = {
  Active: 'good',
  Flagged: 'warn',
  Banned: 'bad',
  Pending: 'info',
};

/** The state of a version, a node or a publisher. */
export const StateTag = ({ status }: StateTagProps) => {
  const name = status.replace(/^.*Status/, '');
  return <span class={`tag ${tones[name] ?? ''}`.trim()}>{name}</span>;
};
