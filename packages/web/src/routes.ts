import { nodePictureFile } from './files/node-picture.tsx';
import { openSearchFile } from './files/open-search.ts';
import { robotsOf } from './files/robots.ts';
import { sitemapOf } from './files/sitemap.ts';
import { comparePage } from './pages/compare/index.tsx';
import { diffPage } from './pages/diff/index.tsx';
import { homePage } from './pages/home.tsx';
import { readmePage } from './pages/readme.tsx';
import { searchPage } from './pages/search/index.tsx';
import { sourcePage } from './pages/source/index.tsx';
import { themeForm } from './pages/theme.ts';
import { versionsPage } from './pages/versions/index.tsx';
import type { FileRoute, FormRoute, PageRoute } from './site.ts';

/** All pages, in the order of the site's map. */
export const pages: readonly PageRoute[] = [
  homePage,
  searchPage,
  versionsPage,
  comparePage,
  readmePage,
  sourcePage,
  diffPage,
];

export const forms: readonly FormRoute[] = [themeForm];

/** What machines read. */
export const files: readonly FileRoute[] = [
  robotsOf(pages),
  ...sitemapOf(pages),
  openSearchFile,
  nodePictureFile,
];
