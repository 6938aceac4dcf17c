import { file } from '../file.ts';

const path = '/.well-known/security.txt';
const validDays = 90;
const dayMs = 24 * 60 * 60 * 1_000;

/** Where to report vulnerabilities of this registry (RFC 9116). There is none unless the operator names a contact. */
export const securityTxtFile = file({
  path,
  type: 'text/plain; charset=utf-8',
  usedForSeconds: 60 * 60,
  make: async ({ securityContact, publicUrl }) => {
    if (securityContact === undefined) return 404;
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${new Date(Date.now() + validDays * dayMs).toISOString()}`,
      `Policy: ${publicUrl}/guide/security`,
      `Canonical: ${publicUrl}${path}`,
      'Preferred-Languages: en',
    ];
    return `${lines.join('\n')}\n`;
  },
});
