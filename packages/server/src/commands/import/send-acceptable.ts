import type { EndpointName } from '@patchbay/contract';
import type { Registry, RegistryReply, RegistryRequest } from './registry.ts';

interface Fault {
  /** JSON Pointer into the request body. */
  path: string;
  message: string;
}

/**
 * Sends a body. If the registry refuses values at or below `droppable`, given as JSON Pointers, sends it again without
 * them and reports each value that was left out. Throws like `Registry.call` for any other error.
 */
export const sendAcceptable = async (
  registry: Registry,
  name: EndpointName,
  request: RegistryRequest,
  droppable: readonly string[],
  onDrop: (fault: Fault) => void,
): Promise<RegistryReply> => {
  const { body, expected = [] } = request;
  const reply = await registry.call(name, { ...request, expected: [...expected, 400] });
  if (reply.status !== 400) return reply;
  const faults = faultsOf(reply).filter(({ path }) =>
    droppable.some((value) => path === value || path.startsWith(`${value}/`)),
  );
  // The same error again, this time with its message.
  if (faults.length === 0) return registry.call(name, request);
  const rest: unknown = structuredClone(body);
  // From the last to the first, so that earlier items keep their index in a list.
  for (const fault of faults.toReversed()) remove(rest, fault.path);
  for (const fault of faults) onDrop(fault);
  return sendAcceptable(registry, name, { ...request, body: rest }, droppable, onDrop);
};

/** One fault for each invalid value. */
const faultsOf = ({ body }: RegistryReply): Fault[] => {
  const { error, details = [] } = body as { error: string; details?: Fault[] };
  if (error !== 'invalid_request') return [];
  return [...new Map(details.map((fault) => [fault.path, fault])).values()];
};

const remove = (body: unknown, path: string): void => {
  const keys = path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
  const last = keys.pop() ?? '';
  const parent = keys.reduce((value, key) => (value as Record<string, unknown>)[key], body);
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else delete (parent as Record<string, unknown>)[last];
};
