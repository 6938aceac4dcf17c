import { auditSchema } from '../audit/audit-schema.ts';
import { auditText } from '../audit/audit-text.ts';
import type { Call } from '../call.ts';
import { command } from '../command.ts';
import { type IntoFlag, intoFlag } from '../parameters/folder-flags.ts';
import { switchFlag } from '../parameters/switch-flag.ts';
import { textFlag } from '../parameters/text-flag.ts';

export const audit = command({
  brief: 'Ask for known vulnerabilities of what is installed',
  description:
    'Asks the registry about the installed nodes, and the database of https://osv.dev about the Python packages that they pin to a version, or with --environment about those that the Python of the host has for them. The database is sent the names and versions of these packages. Ends with 1 if something is found.',
  data: auditSchema,
  parameters: {
    flags: {
      ...intoFlag,
      osv: textFlag(
        'Another database that speaks the API of OSV, instead of PATCHBAY_OSV_URL or https://api.osv.dev',
        'url',
      ),
      environment: switchFlag(
        'Ask about the versions that the Python of the host has, where it has what the nodes need',
      ),
    },
  },
  async run(call: Call, flags: IntoFlag & { osv?: string; environment: boolean }) {
    const { auditInstalled } = await import('../audit/audit-installed.ts');
    return auditInstalled(call, flags);
  },
  text: auditText,
  isOk: ({ vulnerabilities, nodes }) => vulnerabilities.length + nodes.length === 0,
});
