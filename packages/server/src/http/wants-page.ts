import type { IncomingHttpHeaders } from 'node:http';

/** Whether a browser shows the answer to a person. Programs accept anything, or JSON. */
export const wantsPage = ({ accept }: IncomingHttpHeaders): boolean => accept?.includes('text/html') === true;
