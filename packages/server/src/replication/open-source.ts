import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { softwareVersion } from '../software-version.ts';
import { foldId } from '../store/identifiers.ts';
import type { Rules } from './follow-source.ts';
import { openFolderSource } from './folder-source.ts';
import type { SourceState } from './package-source.ts';
import { openRemoteSource } from './remote-source.ts';
import type { Source } from './source.ts';

interface Opened {
  kind: SourceState['kind'];
  source: Source;
  rules: Rules;
  /** Whether packages are fetched before anyone asks for them, and whether they are fetched then. */
  packages: Config['MIRROR_PACKAGES'];
}

/** The source that the settings name; undefined if there is none. */
export const openSource = ({
  config,
  profile,
  publicUrl,
  now,
}: Pick<Context, 'config' | 'profile' | 'publicUrl' | 'now'>): Opened | undefined => {
  const { MIRROR_FROM: mirrored, UPSTREAM: upstream, UPSTREAM_EXCEPT: except = [] } = config;
  const name = mirrored ?? upstream;
  if (name === undefined) return undefined;
  const contact = config.SECURITY_CONTACT ?? publicUrl();
  const userAgent = `Patchbay/${softwareVersion} (${mirrored === undefined ? 'upstream' : 'mirror'}; +${contact})`;
  const nodeIds = mirrored === undefined ? undefined : config.MIRROR_NODES;
  const source = /^https?:/.test(name)
    ? openRemoteSource({ url: name, profile, userAgent, now, nodeIds })
    : openFolderSource(name, config.MIRROR_VERIFY_KEY);
  return {
    kind: mirrored === undefined ? 'upstream' : 'mirror',
    source,
    rules: {
      isUpstream: mirrored === undefined,
      isReserved: (key) => except.some((form) => fits(form, key)),
    },
    packages: mirrored === undefined ? 'on-demand' : config.MIRROR_PACKAGES,
  };
};

/** Whether an id has the form, or can be taken for one that has: of all of it, or of what it begins with before a star. */
const fits = (form: string, key: string): boolean =>
  form.endsWith('*') ? foldParts(key).startsWith(foldParts(form.slice(0, -1))) : foldId(key) === foldId(form);

const foldParts = (id: string): string =>
  id
    .split(/[-_.]+/)
    .map(foldId)
    .join('-');
