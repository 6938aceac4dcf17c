import { type Profile, type Rename, makeNaming, wiresOf } from '@patchbay/contract';
import { hash } from 'node:crypto';
import { presentNode, presentVersion } from './present.ts';
import type { NodeCard } from '../store/rows/node-cards.ts';
import type { ShownVersion } from '../store/rows/versions.ts';

/** Raised with every change to what a document says, so that documents of earlier code are rendered again. */
const codeRevision = 2;

/**
 * Where a value is put in when a document is sent, because it changes without the document: control characters, which
 * JSON text never contains. Translations and the latest version stand between two of theirs. The last
 * one ends a document of a node of which members see more.
 */
const holes = {
  publicUrl: '\u0001',
  downloads: '\u0002',
  translations: '\u0003',
  latest: '\u0004',
  inside: '\u0005',
} as const;

/** Renders what the public, or `inside` a member, sees of nodes and versions as JSON text in the host's names. */
export interface Renderer {
  /** Differs wherever other code or another profile would render another text. */
  revision: string;
  node(card: NodeCard, view?: { inside: boolean }): string;
  /** An Active version. */
  version(version: ShownVersion, node: { id: string; publisherId: string }): string;
}

export const makeRenderer = (profile: Profile): Renderer => {
  const wires = wiresOf(profile);
  const spell = makeNaming(profile.naming)?.toHost ?? ((name: string) => name);
  const [downloadUrl, downloads, latest, translations] = [
    spell('downloadUrl'),
    spell('downloads'),
    spell('latest_version'),
    spell('translations'),
  ];
  const writeVersion = (version: object): string =>
    writeObject(version, (key, value) =>
      key === downloadUrl ? `${name(key)}"${holes.publicUrl}${JSON.stringify(value).slice(1)}` : undefined,
    );
  const writeNode = (node: object): string =>
    writeObject(node, (key, value) => {
      if (key === downloads) return name(key) + holes.downloads;
      if (key === translations)
        return holes.translations + name(key) + JSON.stringify(value) + holes.translations;
      if (key === latest) return name(key) + holes.latest + writeVersion(value as object) + holes.latest;
      return undefined;
    });
  const view = { publicUrl: '', inside: false, withTranslations: true };
  const named = (rename: Rename | undefined, value: object): object =>
    rename === undefined ? value : (rename(value) as object);
  const { naming, aliases, compat } = profile;
  return {
    revision: hash('sha256', JSON.stringify([codeRevision, naming, aliases, compat]), 'base64url').slice(
      0,
      12,
    ),
    node: (card, { inside } = view) => {
      const shown = presentNode(card, { ...view, inside });
      return writeNode(named(wires.getNode.writeReply, shown)) + (hasMoreInside(card) ? holes.inside : '');
    },
    version: (version, node) =>
      writeVersion(named(wires.getVersion.writeReply, presentVersion(version, { ...view, node }))),
  };
};

const name = (key: string): string => `${JSON.stringify(key)}:`;

/** JSON of an object some of whose members are written by `special`. Its first member must not be one of those. */
const writeObject = (
  object: object,
  special: (key: string, value: unknown) => string | undefined,
): string => {
  const members = Object.entries(object)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => special(key, value) ?? name(key) + JSON.stringify(value));
  // A member that may be left out takes the comma before it along.
  return `{${members.join(',').replaceAll(',\u0003', '\u0003,')}}`;
};

/** What a document is sent with. */
export interface Values {
  publicUrl: string;
  /** Of the node. */
  downloads?: number;
  withTranslations?: boolean;
}

/** The JSON text of a document with its holes filled. */
export const fillDocument = (
  json: string,
  { publicUrl, downloads = 0, withTranslations = false }: Values,
): string => {
  const values = [
    [holes.latest, ''],
    [holes.latest, ''],
    [holes.publicUrl, publicUrl],
    [holes.downloads, String(downloads)],
    [holes.inside, ''],
  ] as const;
  const fill = (text: string): string =>
    values.reduce((filled, [hole, value]) => put(filled, hole, value), text);
  // Translations have no holes, and can be as long as all the rest.
  const [before = json, translations = '', after = ''] = json.split(holes.translations);
  return fill(before) + (withTranslations ? translations : '') + fill(after);
};

/** As `fillDocument`, for that of a version. */
export const fillVersion = (json: string, publicUrl: string): string => put(json, holes.publicUrl, publicUrl);

/** As `fillVersion`, for a text of any number of them. */
export const fillVersions = (texts: string, publicUrl: string): string =>
  texts.replaceAll(holes.publicUrl, () => publicUrl);

const put = (text: string, hole: string, value: string): string => {
  const at = text.indexOf(hole);
  return at === -1 ? text : text.slice(0, at) + value + text.slice(at + 1);
};

/**
 * The JSON text of a document of a node as followers of the catalogue get it: with translations, and without downloads,
 * which change without the log.
 */
export const fillForCatalogue = (json: string, publicUrl: string): string => {
  const at = json.indexOf(holes.downloads);
  // Behind the comma in front of its name. It is never the first member.
  const start = json.lastIndexOf(',', at);
  const counted = at === -1 ? json : json.slice(0, start) + json.slice(at + 1);
  return fillDocument(counted, { publicUrl, withTranslations: true });
};

/** Whether the document lacks what members and moderators see. */
export const isForAll = (json: string): boolean => !json.endsWith(holes.inside);

const hasMoreInside = ({ node, latestVersion }: NodeCard): boolean =>
  node.moderation.status_detail !== undefined ||
  node.moderation.tags_admin !== undefined ||
  (latestVersion !== undefined &&
    (latestVersion.statusReason !== null || latestVersion.tagsAdmin.length > 0));

/** The document of the latest version in that of its node. */
export const latestVersionIn = (json: string): string | undefined => json.split(holes.latest)[1];
