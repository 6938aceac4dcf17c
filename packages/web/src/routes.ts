import { homePage } from './pages/home.tsx';
import { designPage } from './pages/design/index.tsx';
import { publisherPage } from './pages/publisher.tsx';
import { searchPage } from './pages/search.tsx';
import { themeForm } from './pages/theme.ts';
import { workflowForm, workflowPage } from './pages/workflow.tsx';
import type { FormRoute, PageRoute } from './site.ts';

/** All pages, in the order of the site's map. */
export const pages: readonly PageRoute[] = [homePage, searchPage, publisherPage, workflowPage, designPage];

export const forms: readonly FormRoute[] = [themeForm, workflowForm];
