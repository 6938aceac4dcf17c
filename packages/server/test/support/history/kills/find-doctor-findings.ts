import { runCommand } from '../../run-command.ts';
import type { Violation } from '../history.ts';
import { violationOf } from '../rules/violation.ts';

const clean = violationOf('the doctor finds nothing');

/** What `npm run doctor` finds in the registry of a running server, by the settings of that server. */
export const findDoctorFindings = async (
  environment: Readonly<Record<string, string>>,
): Promise<Violation[]> => {
  const { code, stdout, stderr } = await runCommand('doctor', ['--json'], environment);
  return code === 0 ? [] : [clean(`it exited with ${code}: ${stdout}${stderr}`)];
};
