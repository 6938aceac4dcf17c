import { openAsBlob } from 'node:fs';
import type { DryRun } from '@patchbay/client';
import { type Project, publicationOf } from '@patchbay/inspect/project';
import type { Connection } from '../connect.ts';
import { publishingToken } from './publishing-token.ts';

export interface Question {
  readonly project: Project;
  readonly publisherId: string;
  readonly file: string;
  readonly changelog?: string | undefined;
  readonly now: Date;
}

/** What the registry says a publish would come to. It changes nothing there. */
export const askRegistry = async (
  connection: Connection,
  { project, publisherId, file, changelog, now }: Question,
): Promise<DryRun> => {
  const { api, client } = connection;
  await using made = await publishingToken(connection, publisherId, now);
  const publication = publicationOf(project, publisherId, { token: made.token, changelog });
  return await api.dryRunPublish(client, { ...publication, package: await openAsBlob(file) });
};
