import { diffPage } from './pages/diff/index.tsx';
import { homePage } from './pages/home.tsx';
import { searchPage } from './pages/search.tsx';
import { sourcePage } from './pages/source/index.tsx';
import { themeForm } from './pages/theme.ts';
import type { FormRoute, PageRoute } from './site.ts';

/** All pages, in the order of the site's map. */
export const pages: readonly PageRoute[] = [homePage, searchPage, sourcePage, diffPage];

export const forms: readonly FormRoute[] = [themeForm];
