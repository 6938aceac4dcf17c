import type { Call } from './call.ts';
import { describeCredential, tokenOfEnvironment } from './credentials/credentials.ts';
import { CliError, withNext } from './errors.ts';
import { withNearNodes } from './near-nodes.ts';
import { readRegistryUrl } from './settings/registry-url.ts';
import { toCliError } from './to-cli-error.ts';

/** What only this run knows. */
interface Known {
  /** The arguments of the command. */
  readonly args?: readonly unknown[];
  /** The variable that held the token, if it is another one than PATCHBAY_TOKEN. */
  readonly variable?: string | undefined;
}

/** What a command threw, with what only this run knows of it. Its own errors say all. */
export const explainError = async (
  thrown: unknown,
  call: Call,
  { args = [], variable }: Known = {},
): Promise<CliError> => {
  if (thrown instanceof CliError) return thrown;
  const error = toCliError(thrown);
  const nodeId = args.map(idIn).find((id) => isAbout(error, id));
  return nodeId === undefined
    ? withTokenSource(error, call, variable)
    : withNearNodes(error, () => call.connect(), nodeId);
};

const idIn = (arg: unknown): string => (typeof arg === 'string' ? arg.replace(/@.*$/s, '') : '');

const isAbout = ({ code, message }: CliError, id: string): boolean =>
  code === 'node_not_found' && id !== '' && message.includes(`"${id}"`);

const ofToken: ReadonlySet<string> = new Set(['unauthenticated', 'invalid_personal_access_token']);

const setAnother = 'Set it to one that `patchbay token create` makes, or unset it and run `patchbay login`.';

/** Says of a token that is refused where it came from, and what takes its place. */
const withTokenSource = async (
  refusal: CliError,
  { context, registryFlag }: Pick<Call, 'context' | 'registryFlag'>,
  given: string | undefined,
): Promise<CliError> => {
  const variable = given ?? (tokenOfEnvironment(context) === undefined ? undefined : 'PATCHBAY_TOKEN');
  if (refusal.code === 'forbidden' && variable !== undefined) {
    const rights = given === undefined ? ' `patchbay whoami` shows what it may do.' : '';
    return withNext(
      refusal,
      `The token is from the variable ${variable}.${rights} Unset the variable to use your login.`,
    );
  }
  if (!ofToken.has(refusal.code)) return refusal;
  const registry = await readRegistryUrl(context, registryFlag);
  const source = await describeCredential(context, registry, variable);
  if (source === undefined) return refusal;
  // A login would take that token again.
  return withNext(refusal, `${source} ${variable === undefined ? (refusal.next ?? '') : setAnother}`.trim());
};
