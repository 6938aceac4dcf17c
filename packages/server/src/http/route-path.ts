/** A path of the contract as the router writes it: `:name` for `{name}`. */
export const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
