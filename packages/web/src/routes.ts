import { homePage } from './pages/home.tsx';
import { moderateForms, moderatePages } from './pages/moderate/index.ts';
import { publicationPage } from './pages/publish/publication-page.tsx';
import { publishForm, publishPage } from './pages/publish/publish-page.tsx';
import { searchPage } from './pages/search.tsx';
import { themeForm } from './pages/theme.ts';
import type { FormRoute, PageRoute } from './site.ts';

/** All pages, in the order of the site's map. */
export const pages: readonly PageRoute[] = [
  homePage,
  searchPage,
  publishPage,
  publicationPage,
  ...moderatePages,
];

export const forms: readonly FormRoute[] = [themeForm, publishForm, ...moderateForms];
