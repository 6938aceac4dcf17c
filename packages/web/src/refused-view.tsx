import { type ClientError, RegistryError } from '@patchbay/client';
import type { View } from './page.ts';

const titles: Readonly<Record<number, string>> = {
  400: 'That cannot be asked',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Not possible now',
  429: 'Too many requests',
  503: 'Busy',
};

/** The page of what the registry refused. */
export const refusedView = (error: ClientError): View => {
  const status = error instanceof RegistryError ? error.status : 503;
  const title = titles[status] ?? 'Something went wrong';
  return {
    status,
    title,
    isIndexed: false,
    body: (
      <section class="notice">
        <h1>{title}</h1>
        <p>{error.message}</p>
        {error instanceof RegistryError && error.details.length > 0 && (
          <ul>
            {error.details.map(({ path, message }) => (
              <li key={path}>
                <code>{path}</code> {message}
              </li>
            ))}
          </ul>
        )}
        {error instanceof RegistryError && error.requestId !== undefined && (
          <p class="quiet">Request {error.requestId}</p>
        )}
      </section>
    ),
  };
};
