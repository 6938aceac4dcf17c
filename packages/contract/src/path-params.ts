import { type TObject, Type } from 'typebox';
import { paramNames } from './endpoint.ts';
import { PackageFile, PublisherId, VersionText } from './text.ts';

/** Every path parameter that is more than a text, by its name, which means the same in all paths. */
const known = {
  publisherId: PublisherId,
  version: VersionText(),
  versionId: VersionText(),
  file: PackageFile,
};

const isKnown = (name: string): name is keyof typeof known => Object.hasOwn(known, name);

/** The schema of those parameters of a path that are more than a text. */
export const paramsOf = (path: string): TObject =>
  Type.Object(
    Object.fromEntries(
      paramNames(path)
        .filter(isKnown)
        .map((name) => [name, known[name]]),
    ),
  );
