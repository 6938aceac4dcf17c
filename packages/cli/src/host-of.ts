/** The host of an address, with its port: a name with a dot at its end is the same name. */
export const hostOf = ({ host }: URL): string => host.replace(/\.(?=:|$)/, '');
