import { homePage } from './pages/home.tsx';
import { nodePage, versionPage } from './pages/node/index.tsx';
import { relatedPage } from './pages/node/related.tsx';
import { searchPage } from './pages/search.tsx';
import { themeForm } from './pages/theme.ts';
import type { FormRoute, PageRoute } from './site.ts';

/** All pages, in the order of the site's map. */
export const pages: readonly PageRoute[] = [homePage, searchPage, nodePage, versionPage, relatedPage];

export const forms: readonly FormRoute[] = [themeForm];
