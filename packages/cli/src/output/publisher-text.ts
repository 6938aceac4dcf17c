import type { Publisher } from '@patchbay/client';
import { columns } from './columns.ts';
import { fields } from './fields.ts';
import type { Ink } from './ink.ts';
import { status } from './status.ts';

export const publisherText = (publisher: Publisher, ink: Ink): string => {
  const body = fields(ink, {
    Name: publisher.name,
    Description: publisher.description,
    Website: publisher.website,
    Source: publisher.source_code_repo,
    Support: publisher.support,
    Status: status(ink, publisher.status),
    Since: publisher.createdAt,
  });
  const members = columns(
    (publisher.members ?? []).map(({ role, user }) => [role, user.name, user.email ?? '']),
  );
  return [ink.bold(publisher.id), body, ...(members === '' ? [] : ['', members])].join('\n');
};
