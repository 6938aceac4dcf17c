import { nodePictureFile } from './files/node-picture.tsx';
import { badgeFiles } from './files/badges.ts';
import { publisherFeed, searchFeed, updatesFeed, versionsFeed } from './files/feeds.ts';
import { openSearchFile } from './files/open-search.ts';
import { robotsOf } from './files/robots.ts';
import { securityTxtFile } from './files/security-txt.ts';
import { sitemapOf } from './files/sitemap.ts';
import { comparePage } from './pages/compare/index.tsx';
import { pickedPage } from './pages/compare/picked.tsx';
import { diffPage } from './pages/diff/index.tsx';
import { accountForms, accountPage } from './pages/account/account.tsx';
import { activityPage } from './pages/account/activity.tsx';
import { dataForms, dataPage } from './pages/account/data.tsx';
import { historyPage } from './pages/account/history.tsx';
import { invitationsForms, invitationsPage } from './pages/account/invitations.tsx';
import { menuPage } from './pages/account/menu.tsx';
import { membersForms, membersPage } from './pages/account/members.tsx';
import { newPublisherForm, newPublisherPage } from './pages/account/new-publisher.tsx';
import { ownNodeForms, ownNodePage } from './pages/account/own-node.tsx';
import { ownPublisherForms, ownPublisherPage } from './pages/account/publisher.tsx';
import { securityForms, securityPage } from './pages/account/security.tsx';
import { tokensForms, tokensPage } from './pages/account/tokens.tsx';
import { trustedPublishersForms, trustedPublishersPage } from './pages/account/trusted-publishers.tsx';
import { publisherWebhooks } from './pages/account/webhooks.tsx';
import { reportsPage } from './pages/account/reports.tsx';
import { usagePage } from './pages/account/usage.tsx';
import { areaPage, referencePage } from './pages/guide/api/reference.tsx';
import { documentPage, folderPage } from './pages/guide/document.tsx';
import { guidePage } from './pages/guide/index.tsx';
import { limitsPage } from './pages/guide/limits.tsx';
import { signOutForm, themeForm } from './pages/header-forms.ts';
import { finishSignUpForm, finishSignUpPage } from './pages/finish-sign-up.tsx';
import { forgotPasswordForm, forgotPasswordPage } from './pages/forgot-password.tsx';
import { homePage } from './pages/home.tsx';
import { nodePage, versionPage } from './pages/node/index.tsx';
import { appNodePage, versionAppNodePage } from './pages/node/app-node.tsx';
import { appNodesPage, versionAppNodesPage } from './pages/node/app-nodes.tsx';
import { relatedPage } from './pages/node/related.tsx';
import { requirementsPage } from './pages/node/requirements-page.tsx';
import { designPage } from './pages/design/index.tsx';
import { publisherPage } from './pages/publisher.tsx';
import { moderateForms, moderatePages } from './pages/moderate/index.ts';
import { registryWebhooks } from './pages/moderate/webhooks.tsx';
import { publicationPage } from './pages/publish/publication-page.tsx';
import { publishForm, publishPage } from './pages/publish/publish-page.tsx';
import { readmePage } from './pages/readme.tsx';
import { leakedTokenForm, leakedTokenPage } from './pages/leaked-token.tsx';
import { reportForm, reportPage } from './pages/report.tsx';
import { resetPasswordForm, resetPasswordPage } from './pages/reset-password.tsx';
import { searchPage } from './pages/search/index.tsx';
import { sourcePage } from './pages/source/index.tsx';
import {
  callbackForm,
  callbackPage,
  devicePasskeyForm,
  deviceProviderForm,
} from './pages/external-sign-in.tsx';
import { signInForm, signInPage } from './pages/sign-in.tsx';
import { signUpForm, signUpPage } from './pages/sign-up.tsx';
import { statusPage } from './pages/status.tsx';
import { workflowForm, workflowPage } from './pages/workflow.tsx';
import { verifyForm, verifyPage } from './pages/verify.tsx';
import { versionsPage } from './pages/versions/index.tsx';
import type { FileRoute, FormRoute, PageRoute } from './site.ts';

/** All pages, in the order of the site's map. */
export const pages: readonly PageRoute[] = [
  homePage,
  searchPage,
  nodePage,
  versionPage,
  appNodesPage,
  appNodePage,
  versionAppNodesPage,
  versionAppNodePage,
  requirementsPage,
  relatedPage,
  publisherPage,
  workflowPage,
  reportPage,
  leakedTokenPage,
  versionsPage,
  pickedPage,
  comparePage,
  readmePage,
  sourcePage,
  diffPage,
  signInPage,
  callbackPage,
  signUpPage,
  finishSignUpPage,
  forgotPasswordPage,
  resetPasswordPage,
  verifyPage,
  accountPage,
  menuPage,
  invitationsPage,
  securityPage,
  reportsPage,
  activityPage,
  dataPage,
  newPublisherPage,
  ownPublisherPage,
  membersPage,
  tokensPage,
  trustedPublishersPage,
  ...publisherWebhooks.pages,
  usagePage,
  historyPage,
  ownNodePage,
  publishPage,
  publicationPage,
  ...moderatePages,
  ...registryWebhooks.pages,
  statusPage,
  guidePage,
  limitsPage,
  referencePage,
  areaPage,
  documentPage,
  folderPage,
  designPage,
];

export const forms: readonly FormRoute[] = [
  themeForm,
  workflowForm,
  signInForm,
  callbackForm,
  devicePasskeyForm,
  deviceProviderForm,
  signUpForm,
  finishSignUpForm,
  forgotPasswordForm,
  resetPasswordForm,
  verifyForm,
  signOutForm,
  accountForms,
  invitationsForms,
  dataForms,
  securityForms,
  reportForm,
  leakedTokenForm,
  newPublisherForm,
  ownPublisherForms,
  membersForms,
  tokensForms,
  trustedPublishersForms,
  ...publisherWebhooks.forms,
  ownNodeForms,
  publishForm,
  ...moderateForms,
  ...registryWebhooks.forms,
];

/** What machines read. */
export const files: readonly FileRoute[] = [
  robotsOf(pages),
  ...sitemapOf(pages),
  openSearchFile,
  securityTxtFile,
  nodePictureFile,
  updatesFeed,
  versionsFeed,
  publisherFeed,
  searchFeed,
  ...badgeFiles,
];
