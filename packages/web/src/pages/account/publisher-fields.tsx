import type { Publisher } from '@patchbay/client';
import { limits } from '@patchbay/contract';
import { Field } from '../../components/field.tsx';
import { oneLine } from '../../forms/one-line.ts';
import { changedIn } from '../../forms/opened.ts';
import { textOf } from '../../forms/text-of.ts';

const names = ['name', 'description', 'website', 'support', 'source_code_repo', 'logo'] as const;
type ProfileName = (typeof names)[number];

/** The fields of a publisher's profile, for a new one and an old one. */
export const PublisherFields = ({ publisher }: { publisher?: Publisher }) => (
  <>
    <Field
      name="name"
      label="Name"
      hint="What people call it."
      value={publisher?.name}
      maxLength={limits.nameCharsMax}
    />
    <Field
      name="description"
      label="Description"
      value={publisher?.description}
      rows={4}
      maxLength={limits.descriptionCharsMax}
    />
    <Field name="website" label="Website" type="url" value={publisher?.website} />
    <Field
      name="support"
      label="Support"
      hint="Where to ask for help: a web page or an e-mail address."
      value={publisher?.support}
    />
    <Field name="source_code_repo" label="Repository" type="url" value={publisher?.source_code_repo} />
    <Field name="logo" label="Logo" hint="Address of a picture." type="url" value={publisher?.logo} />
  </>
);

/** What the fields hold, of those that are filled in. */
export const profileOf = (fields: URLSearchParams): Partial<Record<ProfileName, string>> =>
  Object.fromEntries(
    names.map((name) => [name, textOf(fields, name)] as const).filter(([, text]) => text !== ''),
  );

/** What the fields hold of a publisher. */
export const profileTexts = (publisher: Publisher) =>
  ({
    ...Object.fromEntries(names.map((name) => [name, oneLine(publisher[name] ?? '')])),
    description: publisher.description ?? '',
  }) as Record<ProfileName, string>;

/** What was changed of a profile; an empty field clears its key. */
export const profileChange = (
  fields: URLSearchParams,
  publisher: Publisher,
): Partial<Record<ProfileName, string | null>> =>
  Object.fromEntries(
    [...changedIn(fields, profileTexts(publisher))].map(([name, text]) => [name, text === '' ? null : text]),
  );
