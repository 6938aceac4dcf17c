const units = ['bytes', 'KiB', 'MiB', 'GiB'] as const;

/** A size as people read it: `1 byte`, `380 bytes`, `1.2 KiB`, `100 MiB`. */
export const sizeText = (bytes: number): string => {
  if (bytes === 1) return '1 byte';
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const size = bytes / 1_024 ** power;
  return `${Number(size.toFixed(1)).toLocaleString('en')} ${units[power]}`;
};
