import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { writing } from '../../rates.ts';
import { DryRun } from '../../resources/dry-run.ts';
import { publishVersion } from './publish-version.ts';

const { method, path, tag, auth, tokenInBody, bodyBytesMax, dropsUnsetValuesOf, body } = publishVersion;

export const dryRunPublish = endpoint({
  method,
  path,
  tag,
  summary: 'Say what a publish would come to, and change nothing',
  auth,
  isDryRun: true,
  isRepeatable: true,
  // As much as the publish and the upload that it stands for.
  rateCosts: { ...writing, publishes: 1, uploads: 1, 'refused-packages': 'refusals' },
  tokenInBody,
  bodyBytesMax,
  dropsUnsetValuesOf,
  query: Type.Object({ dry_run: Type.Literal(true) }),
  body,
  takesPackage: true,
  reply: { status: 200, description: 'What the publish would come to; nothing has changed', body: DryRun },
  errors: [
    'invalid_personal_access_token',
    'forbidden',
    'email_unverified',
    'second_factor_required',
    'publisher_banned',
    'publisher_not_found',
    'package_too_large',
  ],
});
