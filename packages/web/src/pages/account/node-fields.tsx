import type { Node } from '@patchbay/client';
import { limits } from '@patchbay/contract';
import { Field } from '../../components/field.tsx';
import { linesOf } from '../../forms/lines-of.ts';
import { oneLine } from '../../forms/one-line.ts';
import { changedIn } from '../../forms/opened.ts';

const texts = [
  'name',
  'description',
  'author',
  'repository',
  'license',
  'icon',
  'banner_url',
  'supported_app_version',
  'supported_app_frontend_version',
] as const;
const lists = ['tags', 'supported_os', 'supported_accelerators'] as const;

type Change = { [Name in (typeof texts)[number]]?: string | null } & {
  [Name in (typeof lists)[number]]?: string[] | null;
};

const written = (list: readonly string[] | undefined): string => (list ?? []).join('\n');

/** The fields of a node that members may change. */
export const NodeFields = ({ node }: { node: Node }) => (
  <>
    <Field name="name" label="Name" value={node.name} maxLength={limits.nameCharsMax} />
    <Field
      name="description"
      label="Description"
      value={node.description}
      rows={4}
      maxLength={limits.descriptionCharsMax}
    />
    <Field name="author" label="Author" value={node.author} maxLength={limits.nameCharsMax} />
    <Field name="repository" label="Repository" type="url" value={node.repository} />
    <Field
      name="license"
      label="License"
      hint="Such as MIT, or the path of its file in the repository."
      value={node.license}
    />
    <Field name="icon" label="Icon" hint="Address of a picture." type="url" value={node.icon} />
    <Field name="banner_url" label="Banner" hint="Address of a picture." type="url" value={node.banner_url} />
    <Field name="tags" label="Tags" hint="One on each line." rows={3} value={written(node.tags)} />
    <Field
      name="supported_os"
      label="Operating systems"
      hint="One on each line. Empty: all."
      rows={2}
      value={written(node.supported_os)}
    />
    <Field
      name="supported_accelerators"
      label="Accelerators"
      hint="One on each line. Empty: all."
      rows={2}
      value={written(node.supported_accelerators)}
    />
    <Field
      name="supported_app_version"
      label="Versions of the host"
      hint="Such as >=1.2.0"
      value={node.supported_app_version}
    />
    <Field
      name="supported_app_frontend_version"
      label="Versions of the host's frontend"
      value={node.supported_app_frontend_version}
    />
  </>
);

/** What the fields hold of a node. */
export const nodeTexts = (node: Node) =>
  ({
    ...Object.fromEntries(texts.map((name) => [name, oneLine(node[name] ?? '')])),
    description: node.description ?? '',
    ...Object.fromEntries(lists.map((name) => [name, written(node[name])])),
  }) as Record<keyof Change, string>;

/** What was changed of a node; an empty field clears its key. */
export const nodeChange = (fields: URLSearchParams, node: Node): Change =>
  Object.fromEntries(
    [...changedIn(fields, nodeTexts(node))].map(([name, text]) => {
      if (text === '') return [name, null];
      return [name, lists.some((list) => list === name) ? linesOf(fields, name) : text];
    }),
  );

/** The node as it would be with what the fields hold. */
export const changedNode = (fields: URLSearchParams, node: Node): Node => {
  const cleared = Object.fromEntries(
    Object.entries(nodeChange(fields, node)).map(([name, value]) => [name, value ?? undefined]),
  );
  return { ...node, ...cleared };
};
