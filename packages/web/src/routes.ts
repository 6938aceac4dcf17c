import { areaPage, referencePage } from './pages/guide/api/reference.tsx';
import { documentPage, folderPage, guidePage } from './pages/guide/document.tsx';
import { limitsPage } from './pages/guide/limits.tsx';
import { homePage } from './pages/home.tsx';
import { dropJobForm, jobsPage, retryJobForm } from './pages/moderate/jobs.tsx';
import { searchPage } from './pages/search.tsx';
import { statusPage } from './pages/status.tsx';
import { themeForm } from './pages/theme.ts';
import type { FormRoute, PageRoute } from './site.ts';

/** All pages, in the order of the site's map. */
export const pages: readonly PageRoute[] = [
  homePage,
  searchPage,
  statusPage,
  guidePage,
  limitsPage,
  referencePage,
  areaPage,
  documentPage,
  folderPage,
  jobsPage,
];

export const forms: readonly FormRoute[] = [themeForm, retryJobForm, dropJobForm];
