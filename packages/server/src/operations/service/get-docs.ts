import type { Endpoints } from '@patchbay/contract';
import { prefixOf } from '../../addresses.ts';
import type { Operation } from '../operation.ts';

/** The page that displays `/openapi.json`. It loads everything from this server, below `prefix`. */
const docsPage = (prefix: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Patchbay API</title>
    <link rel="stylesheet" href="${prefix}/docs/swagger-ui.css">
  </head>
  <body>
    <main id="docs"></main>
    <script src="${prefix}/docs/swagger-ui-bundle.js"></script>
    <script src="${prefix}/docs/start.js"></script>
  </body>
</html>
`;

export const getDocs: Operation<Endpoints['getDocs']> = ({ publicUrl }) =>
  Promise.resolve(docsPage(prefixOf(publicUrl())));
