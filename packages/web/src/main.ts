// The entry of the build for the server.
import { assets } from './assets.ts';
import { files, forms, pages } from './routes.ts';
import { errorPage } from './error-page.tsx';
import type { Site } from './site.ts';

export const site: Site = { pages, forms, files, assets, errorPage };
