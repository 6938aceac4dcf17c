import { type ErrorReply, endpoints } from '@patchbay/contract';
import { html, pageFrame } from './html.ts';

const devicePath = endpoints.getDevicePage.path;

/** An error for a person who asked for a page, or sent a form, at the path of this route. */
export const errorPage = (
  prefix: string,
  { message, details = [], request_id: requestId }: ErrorReply,
  path: string | undefined,
): string =>
  pageFrame(
    prefix,
    'This did not work',
    html`<p>${message}</p>
      <ul>
        ${details.map((detail) => html`<li>${detail.path.slice(1)} ${detail.message}</li>`)}
      </ul>
      ${
        path?.startsWith(devicePath) === true
          ? html`<p><a href="${prefix}${devicePath}">Enter the code again</a></p>`
          : []
      }
      <p class="aside">Request ${requestId}</p>`,
  );
