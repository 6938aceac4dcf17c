import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';

export const uploadPackage = endpoint({
  method: 'PUT',
  path: '/uploads/{versionId}',
  tag: 'packages',
  summary: 'Upload the package of a published version, to the signedUrl of its publish',
  auth: 'signature',
  rateCosts: { uploads: 1, 'refused-packages': 'refusals' },
  query: Type.Object({
    expires: Type.String({ description: 'When the URL expires, in seconds since 1970' }),
    signature: Type.String(),
  }),
  body: 'application/zip',
  reply: {
    status: 200,
    description: 'The package is stored',
    body: Type.Object({ sha256: Type.String(), bytes: Type.Integer() }),
  },
  errors: [
    'forbidden',
    'trusted_publishing_required',
    'node_banned',
    'publisher_banned',
    'quota_exceeded',
    'node_not_found',
    'version_not_found',
    'package_exists',
    'package_too_large',
    'invalid_package',
    'package_mismatch',
  ],
});
