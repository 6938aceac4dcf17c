import { type Config, ConfigError } from './config.ts';

/** Why a server cannot listen, as an operator reads it; the error itself where it is no matter of settings. */
export const listenError = (error: unknown, { HOST, PORT }: Config): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new ConfigError(`PORT ${PORT} is in use; set another one.`);
  if (code === 'EACCES') return new ConfigError(`PORT ${PORT} needs more rights than this process has.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new ConfigError(`HOST ${HOST} is not an address of this machine.`);
  }
  return error;
};
