interface Key {
  kind: string;
  subject: string;
}

/** The id of a job in URLs, where its subject may hold anything. */
export const jobId = ({ kind, subject }: Key): string =>
  Buffer.from(`${kind}:${subject}`).toString('base64url');

/** The kind and the subject of an id; undefined if it is no id of a job. */
export const readJobId = (id: string): Key | undefined => {
  const [, kind, subject] = /^([^:]+):(.*)$/s.exec(Buffer.from(id, 'base64url').toString()) ?? [];
  return kind === undefined || subject === undefined ? undefined : { kind, subject };
};
