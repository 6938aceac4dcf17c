let blocks = 0;

/** Headers of callers from addresses that no other suite uses: attempts are counted for the whole process. */
export const addressBlock = (): ((host: number) => { 'x-forwarded-for': string }) => {
  const block = (blocks += 1);
  return (host) => ({ 'x-forwarded-for': `10.250.${block}.${host}` });
};
