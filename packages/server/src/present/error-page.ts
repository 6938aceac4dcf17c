import type { ErrorReply } from '@patchbay/contract';
import { html } from './html.ts';
import { pageFrame } from './page-frame.ts';

/** An error for a person who sent a form. */
export const errorPage = (
  prefix: string,
  { error, message, details = [], request_id: requestId }: ErrorReply,
): string =>
  pageFrame(
    prefix,
    'This did not work',
    html`<p>${message}</p>
      <ul>
        ${details.map((detail) => html`<li>${detail.path.slice(1)} ${detail.message}</li>`)}
      </ul>
      <p>Go back to try again.</p>
      <p class="aside">${error}, request ${requestId}</p>`,
  );
