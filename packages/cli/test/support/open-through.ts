import { fileURLToPath } from 'node:url';
import { type FaultProxy, openFaultProxy } from '../../../server/test/support/fault-proxy.ts';

/** A registry behind a proxy that can be shut. */
export interface Through {
  readonly url: string;
  readonly proxy: FaultProxy;
  /** With it, everything that a process sends to the registry goes through the proxy, uploads too. */
  readonly environment: { readonly NODE_OPTIONS: string; readonly THROUGH: string };
}

const module = fileURLToPath(new URL('./through-proxy.ts', import.meta.url));

export const openThrough = async (
  test: Parameters<typeof openFaultProxy>[0],
  url: string,
): Promise<Through> => {
  const proxy = await openFaultProxy(test, url);
  const environment = { NODE_OPTIONS: `--import ${module}`, THROUGH: JSON.stringify([url, proxy.url]) };
  return { url, proxy, environment };
};
