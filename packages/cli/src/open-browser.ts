import { spawn } from 'node:child_process';

const programs: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  linux: ['xdg-open'],
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Shows a page in the browser. False if there is no browser, or if the address is of anything but a page. */
export const openBrowser = (address: string): boolean => {
  const url = URL.parse(address);
  const [program, ...args] = programs[process.platform] ?? [];
  const { DISPLAY, WAYLAND_DISPLAY, SSH_CONNECTION } = process.env;
  const hasScreen = process.platform !== 'linux' || Boolean(DISPLAY || WAYLAND_DISPLAY);
  const isPage = url !== null && /^https?:$/.test(url.protocol);
  if (program === undefined || !isPage || !hasScreen || SSH_CONNECTION) return false;
  // No shell reads the address.
  const child = spawn(program, [...args, url.href], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
  return true;
};
