import { type Client, getOpenapi } from '@patchbay/client';
import { type View, page } from '../../../page.ts';
import { useHref } from '../../../visit.ts';
import { GuideNav } from '../guide-nav.tsx';
import { EndpointSection } from './endpoint-section.tsx';
import { type Document, endpointsOf } from './openapi.ts';

const read = async (client: Client): Promise<Document> => (await getOpenapi(client)) as unknown as Document;

/** All endpoints, by area. */
export const referencePage = page({
  path: '/guide/api',
  audience: 'anyone',
  changesWith: 'catalogue',
  show: async ({ client }) => ({
    title: 'API reference',
    description: 'Every endpoint of the registry, with examples for curl, the SDK and the command line.',
    body: <Reference document={await read(client)} />,
  }),
});

/** The endpoints of one area. */
export const areaPage = page({
  path: '/guide/api/:area',
  audience: 'anyone',
  changesWith: 'catalogue',
  show: async ({ client, params }): Promise<View> => {
    const document = await read(client);
    const area = params['area'] ?? '';
    const endpoints = endpointsOf(document, area);
    if (endpoints.length === 0) {
      return {
        title: 'Not found',
        status: 404,
        body: (
          <section class="notice">
            <h1>Not found</h1>
            <p>The API has no such area. The list shows all of them.</p>
            <GuideNav address="api" />
          </section>
        ),
      };
    }
    return {
      title: `API: ${area}`,
      description: `The endpoints of the area ${area}, with examples.`,
      body: (
        <div class="guide">
          <GuideNav address="api" />
          <div class="prose">
            <h1>API: {area}</h1>
            {endpoints.map((endpoint) => (
              <EndpointSection key={endpoint.operationId} endpoint={endpoint} document={document} />
            ))}
          </div>
        </div>
      ),
    };
  },
});

const Reference = ({ document }: { document: Document }) => {
  const href = useHref();
  return (
    <div class="guide">
      <GuideNav address="api" />
      <div class="prose">
        <h1>API reference</h1>
        <p>
          Made from the <a href={href('/openapi.json')}>OpenAPI document</a>, which{' '}
          <a href={href('/docs')}>Swagger UI</a> can show as well.{' '}
          <a href={href('/guide/api-design')}>API design</a> has the rules that all endpoints share.
        </p>
        {document.tags.map(({ name }) => (
          <section key={name} class="prose" aria-labelledby={name}>
            <h2 id={name}>
              <a href={href(`/guide/api/${name}`)}>{name}</a>
            </h2>
            <ul class="fields">
              {endpointsOf(document, name).map(({ operationId, method, path, summary }) => (
                <li key={operationId}>
                  <a href={href(`/guide/api/${name}#${operationId}`)}>{summary}</a>{' '}
                  <code>
                    {method} {path}
                  </code>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
};
