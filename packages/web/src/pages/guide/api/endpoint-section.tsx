import { guide } from '../../../guide/guide.ts';
import { useHref, useVisit } from '../../../visit.ts';
import { curlExample, sdkExample } from './examples.ts';
import type { Document, Endpoint, Schema } from './openapi.ts';
import { SchemaTree, typeOf } from './schema-tree.tsx';

interface EndpointSectionProps {
  endpoint: Endpoint;
  document: Document;
}

/** One endpoint: how it is called, what it takes and answers, and examples. */
export const EndpointSection = ({ endpoint, document }: EndpointSectionProps) => {
  const { operationId: id, name, method, path, summary, parameters, requestBody, responses } = endpoint;
  const { publicUrl } = useVisit();
  const { schemas } = document.components;
  const commands = guide.commands[name] ?? [];
  const href = useHref();
  return (
    <section class="prose" aria-labelledby={id}>
      <h2 id={id}>{summary}</h2>
      <p>
        <span class="method">{method}</span> <code>{path}</code>
      </p>
      <p class="quiet">{callerOf(endpoint)}</p>
      {parameters.length > 0 && (
        <>
          <h3>Parameters</h3>
          <ul class="fields">
            {parameters.map(({ name: parameter, in: place, required, schema }) => (
              <li key={parameter}>
                <code>{parameter}</code>{' '}
                <span class="quiet">
                  in the {place}, {typeOf(schema, schemas)}
                  {!required && ', optional'}
                </span>
                {schema.description !== undefined && <> – {schema.description}</>}
              </li>
            ))}
          </ul>
        </>
      )}
      {requestBody !== undefined && (
        <>
          <h3>Body</h3>
          <Contents of={requestBody} schemas={schemas} />
        </>
      )}
      <h3>Answers</h3>
      {Object.entries(responses)
        .filter(([status]) => Number(status) < 400)
        .map(([status, response]) => (
          <div key={status}>
            <p>
              <strong>{status}</strong> {response.description}
            </p>
            <Contents of={response} schemas={schemas} />
          </div>
        ))}
      <h3>Errors</h3>
      <ul class="facts">
        {errorsOf(endpoint).map((code) => (
          <li key={code}>
            {described.has(code) ? <a href={href(`/guide/errors/${code}`)}>{code}</a> : code}
          </li>
        ))}
      </ul>
      <h3>Examples</h3>
      <Example text={curlExample(endpoint, publicUrl)} language="shell" />
      <Example text={sdkExample(endpoint, publicUrl)} language="javascript" />
      {commands.length > 0 && (
        <p>
          On the command line:{' '}
          {commands.map((words, index) => (
            <>
              {index > 0 && ', '}
              <a href={href(`/guide/command-line#patchbay-${words.replaceAll(' ', '-')}`)}>
                <code>patchbay {words}</code>
              </a>
            </>
          ))}
        </p>
      )}
    </section>
  );
};

/** The codes with a page; a profile may have other names for some. */
const described = new Set(guide.pages.map(({ address }) => address.replace(/^errors\//, '')));

const Example = ({ text, language }: { text: string; language: string }) => (
  <pre tabIndex={0}>
    <code data-language={language}>{text}</code>
  </pre>
);

interface ContentsProps {
  of: { content?: Record<string, { schema?: Schema }> };
  schemas: Document['components']['schemas'];
}

const Contents = ({ of: { content = {} }, schemas }: ContentsProps) => (
  <>
    {Object.entries(content).map(([type, { schema }]) => (
      <details key={type}>
        <summary>
          <code>{type}</code> {schema !== undefined && <span class="quiet">{typeOf(schema, schemas)}</span>}
        </summary>
        {schema !== undefined && <SchemaTree schema={schema} schemas={schemas} />}
      </details>
    ))}
  </>
);

const callerOf = ({ security }: Endpoint): string => {
  if (security.length === 0) return 'Anyone may call it; an Authorization header is not read.';
  return security.some((one) => Object.keys(one).length === 0)
    ? 'Anyone may call it; with a valid bearer token it shows or does more.'
    : 'Needs a bearer token: a session, or a personal access token where its publisher may do this.';
};

/** The codes that the descriptions of the refusals name. */
const errorsOf = ({ responses }: Endpoint): string[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { description = '' }]) =>
      [...description.matchAll(/^`(\w+)`:/gm)].map(([, code = '']) => code),
    );
