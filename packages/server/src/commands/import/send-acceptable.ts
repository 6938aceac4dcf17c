import { RegistryError } from '@patchbay/client';

interface Fault {
  /** JSON Pointer into the request body. */
  path: string;
  message: string;
}

/**
 * Sends a body. If the registry refuses values at or below `droppable`, given as JSON Pointers, sends it again without
 * them and reports each value that was left out. Throws like `send` for any other error.
 */
export const sendAcceptable = async <Body extends object, Reply>(
  send: (body: Body) => Promise<Reply>,
  body: Body,
  droppable: readonly string[],
  onDrop: (fault: Fault) => void,
): Promise<Reply> => {
  try {
    return await send(body);
  } catch (error) {
    const faults = faultsIn(error).filter(({ path }) =>
      droppable.some((value) => path === value || path.startsWith(`${value}/`)),
    );
    if (faults.length === 0) throw error;
    const rest = structuredClone(body);
    // From the last to the first, so that earlier items keep their index in a list.
    for (const fault of faults.toReversed()) remove(rest, fault.path);
    for (const fault of faults) onDrop(fault);
    return sendAcceptable(send, rest, droppable, onDrop);
  }
};

/** One fault for each invalid value. */
const faultsIn = (error: unknown): Fault[] => {
  if (!(error instanceof RegistryError) || error.code !== 'invalid_request') return [];
  return [...new Map(error.details.map((fault) => [fault.path, fault])).values()];
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
