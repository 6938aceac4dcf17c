/**
 * The package's own folder, and that of the host, whose names are unknown until they are installed. They are private-use
 * characters that no source contains, so that any text built from them can be recognized.
 */
export const packageName = '\u{E000}';
const hostName = '\u{E001}';
export const hostRoot = `/${hostName}`;
export const packagesRoot = `${hostRoot}/custom_nodes`;
export const packageRoot = `${packagesRoot}/${packageName}`;

/** Whether a text depends on where the package or the host is installed. */
export const isPlaced = (text: string): boolean => text.includes(packageName) || text.includes(hostName);

/** The text as people read it. */
export const showPlaces = (text: string): string =>
  text.replaceAll(hostRoot, '<host>').replaceAll(hostName, '<host>').replaceAll(packageName, '<package>');

/** An absolute path as a path inside the package; undefined when it leads elsewhere. */
export const insidePackage = (path: string): string | undefined => {
  const normal = normalizePath(path.startsWith('/') ? path : `${packageRoot}/${path}`);
  if (normal === packageRoot) return '';
  return normal.startsWith(`${packageRoot}/`) ? normal.slice(packageRoot.length + 1) : undefined;
};

export const outsidePath = (inside: string): string =>
  inside === '' ? packageRoot : `${packageRoot}/${inside}`;

/** Resolves `.`, `..`, and doubled slashes; keeps whether the path is absolute. */
export const normalizePath = (path: string): string => {
  const kept: string[] = [];
  for (const part of path.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') kept.push(part);
    else if (kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else if (!path.startsWith('/')) kept.push(part);
  }
  return (path.startsWith('/') ? '/' : '') + kept.join('/');
};

export const parentPath = (path: string): string => {
  const cut = path.lastIndexOf('/');
  return cut === -1 ? '' : path.slice(0, cut);
};

/** The name a module has when the host has loaded the package. */
export const moduleName = (file: string): string => {
  const path = file
    .replace(/\/$/, '')
    .replace(/\.py$/, '')
    .replace(/(^|\/)__init__$/, '');
  return path === '' ? packageName : `${packageName}.${path.replaceAll('/', '.')}`;
};

/** The inverse, for names a package computes: `<package>.nodes.image` is `nodes/image`. */
export const pathOfModuleName = (name: string): string | undefined => {
  const [first, ...rest] = name.replace(/^custom_nodes\./, '').split('.');
  return first === packageName ? rest.join('/') : undefined;
};
