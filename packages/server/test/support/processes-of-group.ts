import { readFile, readdir } from 'node:fs/promises';

/** The ids of all processes of a process group, on Linux: field 5 of `/proc/<pid>/stat`. */
export const processesOfGroup = async (group: number | undefined): Promise<number[]> => {
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => {
      const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[5 - 3]) === group;
    }),
  );
  return names.filter((_, index) => found[index]).map(Number);
};
