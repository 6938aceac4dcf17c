/** https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file */
const NOT_FOR_WINDOWS = /[<>"|?*]|^(?:con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(?:\.|$)/i;

/** Whether Windows can hold a file of this path, whose name has passed checkName. */
export const isWindowsName = (name: string): boolean =>
  !name.split('/').some((part) => NOT_FOR_WINDOWS.test(part));
