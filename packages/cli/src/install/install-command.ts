import { stat, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Context } from '../context.ts';
import { ifThere } from './if-there.ts';
import type { Outcome } from './outcome.ts';
import { type Requirement, isPlain, newRequirementsOf, pythonOf } from './python-requirements.ts';

/** The program and the arguments that install requirements for the Python of the host; undefined if there are none for pip. */
export const installCommand = async (
  context: Pick<Context, 'env' | 'platform'>,
  requirements: readonly Requirement[],
): Promise<string[] | undefined> => {
  const texts = requirements.filter(isPlain).map(({ text }) => text.trim());
  if (texts.length === 0) return undefined;
  const python = pythonOf(context);
  const installer = (await isOfUv(python))
    ? ['uv', 'pip', 'install', '--python', python]
    : [python, '-m', 'pip', 'install'];
  return [...installer, ...texts];
};

/** The same for what nodes newly need, as a part of what a command returns. */
export const commandFor = async (
  { env, platform }: Context,
  outcomes: readonly Outcome[],
): Promise<{ requirements_command?: string[] }> => {
  const command = await installCommand({ env, platform }, newRequirementsOf(outcomes));
  return command === undefined ? {} : { requirements_command: command };
};

/** The settings of a virtual environment are short. */
const settingsBytesMax = 64 * 1024;

/** Whether uv made the environment of an interpreter: such a one has no pip. */
const isOfUv = async (python: string): Promise<boolean> => {
  if (!/[/\\]/.test(python)) return false;
  const file = join(dirname(dirname(python)), 'pyvenv.cfg');
  const found = await ifThere(stat(file));
  if (found === undefined || !found.isFile() || found.size > settingsBytesMax) return false;
  return /^uv\s*=/m.test(await readFile(file, 'utf8'));
};
