import { RegistryError } from '@patchbay/client';
import { isClientError } from './is-client-error.ts';
import type { FileAnswer, FileRoute, Visit } from './site.ts';

type FileDefinition = Omit<FileRoute, 'answer'> & {
  type: string;
  /** What is sent, or the status of why there is nothing to send. */
  make: (visit: Visit) => Promise<FileAnswer['body'] | keyof typeof nothings>;
};

const nothings = {
  404: 'There is no such file.',
  503: 'The server is busy. Try again in a moment.',
} as const;

/** What is not HTML, as its address and a function from a request to what is sent. */
export const file = ({ type, make, ...route }: FileDefinition): FileRoute => ({
  ...route,
  answer: async (visit) => {
    try {
      const body = await make(visit);
      return typeof body === 'number' ? plain(body, nothings[body]) : { status: 200, type, body };
    } catch (error) {
      if (!isClientError(error)) throw error;
      return plain(error instanceof RegistryError ? error.status : 503, error.message);
    }
  },
});

const plain = (status: number, body: string): FileAnswer => ({
  status,
  type: 'text/plain; charset=utf-8',
  body: `${body}\n`,
});
