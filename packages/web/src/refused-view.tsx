import { type ClientError, type Node, RegistryError, searchNodes } from '@patchbay/client';
import { ContactLink } from './components/contact-link.tsx';
import { SentTexts } from './components/sent-texts.tsx';
import { SearchField } from './components/search-field.tsx';
import { isClientError } from './is-client-error.ts';
import { nameOf } from './name-of.ts';
import { faultSentence } from './plain-words.ts';
import type { View } from './page.ts';
import type { Visit } from './site.ts';
import { useHref } from './visit.ts';

const titles: Readonly<Record<number, string>> = {
  400: 'That cannot be asked',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Not possible now',
  413: 'Too large',
  429: 'Too many requests',
  503: 'Busy',
};

const bannedCodes: readonly string[] = ['node_banned', 'publisher_banned'];

/**
 * The page of what the registry refused, with what its visitor wrote into the form that was sent. For a node that there
 * is not, it names others that are called so.
 */
export const refusedView = async (
  visit: Visit,
  error: ClientError,
  fields = new URLSearchParams(),
): Promise<View> => {
  const { client, params, securityContact } = visit;
  const status = error instanceof RegistryError ? error.status : 503;
  const { code = '' } = error instanceof RegistryError ? error : {};
  const isBanned = bannedCodes.includes(code);
  const title = isBanned ? 'Banned' : (titles[status] ?? 'Something went wrong');
  const { nodeId = '' } = params;
  const near = code === 'node_not_found' ? await findNear(client, nodeId) : [];
  return {
    status,
    title,
    isIndexed: false,
    body: (
      <section class="notice">
        <h1>{title}</h1>
        <p>
          {code === 'invalid_request'
            ? 'The registry cannot answer this address or this form. Check what it asks for.'
            : error.message}
        </p>
        {error instanceof RegistryError && error.details.length > 0 && (
          <ul>
            {error.details.map(({ path, message }) => (
              <li key={path}>
                <code>{path.split('/').at(-1)}</code>: {faultSentence(message)}
              </li>
            ))}
          </ul>
        )}
        {isBanned && securityContact !== undefined && (
          <p>
            <ContactLink />
          </p>
        )}
        {near.length > 0 && <Near nodes={near} />}
        {status === 404 && <SearchField id="search-instead" value={nodeId.slice(0, wordCharsMax)} />}
        <SentTexts fields={fields} />
        {error instanceof RegistryError && error.requestId !== undefined && (
          <p class="quiet">Request {error.requestId}</p>
        )}
      </section>
    ),
  };
};

const [nearMax, wordCharsMax] = [5, 64];

/** Nodes whose texts hold the id that was asked for, or else the longest word of it. */
const findNear = async (client: Visit['client'], id: string): Promise<readonly Node[]> => {
  const words = id.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
  const [longest = ''] = words.toSorted((one, other) => other.length - one.length);
  for (const search of [id, ...(longest === id ? [] : [longest])]) {
    if (search === '' || search.length > wordCharsMax) continue;
    const nodes = await searchNodes(client, { search, installable: true, limit: nearMax }).then(
      (found) => found.nodes,
      // The page says what was refused in any case.
      (error: unknown) => {
        if (!isClientError(error)) throw error;
        return [];
      },
    );
    if (nodes.length > 0) return nodes;
  }
  return [];
};

const Near = ({ nodes }: { nodes: readonly Node[] }) => {
  const href = useHref();
  return (
    <>
      <p>Did you mean one of these?</p>
      <ul>
        {nodes.map((node) => (
          <li key={node.id}>
            <a href={href(`/n/${node.id}`)}>
              <bdi>{nameOf(node)}</bdi>
            </a>{' '}
            <span class="quiet">{node.id}</span>
          </li>
        ))}
      </ul>
    </>
  );
};
