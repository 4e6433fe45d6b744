/** Every page has a folder and one component, which loads on the first visit. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import { readCheckSearch } from './ask/question/check-search.ts';
import { readExplorerSearch } from './explorer/wallet/explorer-search.ts';
import { Shell } from './shell.tsx';
import { readGrantSearch } from './transactions/grant-search.ts';
import { PageError } from './ui/page/page-error.tsx';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: lazyRouteComponent(() => import('./not-found/not-found-page.tsx'), 'NotFoundPage'),
});
const getParentRoute = () => root;

const home = createRoute({
  getParentRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./home/home-page.tsx'), 'HomePage'),
});

const explorerStart = createRoute({
  getParentRoute,
  path: '/explorer',
  component: lazyRouteComponent(() => import('./explorer/explorer-start.tsx'), 'ExplorerStart'),
});

const explorer = createRoute({
  getParentRoute,
  path: '/explorer/$wallet',
  validateSearch: readExplorerSearch,
  component: lazyRouteComponent(() => import('./explorer/explorer-page.tsx'), 'ExplorerPage'),
});

const check = createRoute({
  getParentRoute,
  path: '/check',
  validateSearch: readCheckSearch,
  component: lazyRouteComponent(() => import('./ask/check-page.tsx'), 'CheckPage'),
});

const grant = createRoute({
  getParentRoute,
  path: '/grant',
  validateSearch: readGrantSearch,
  component: lazyRouteComponent(() => import('./grant/grant-page.tsx'), 'GrantPage'),
});

const developer = createRoute({
  getParentRoute,
  path: '/developer',
  component: lazyRouteComponent(() => import('./account/developer-page.tsx'), 'DeveloperPage'),
});

const status = createRoute({
  getParentRoute,
  path: '/status',
  component: lazyRouteComponent(() => import('./status/status-page.tsx'), 'StatusPage'),
});

const audit = createRoute({
  getParentRoute,
  path: '/audit',
  component: lazyRouteComponent(() => import('./status/audit-page.tsx'), 'AuditPage'),
});

/** The address of the page in earlier versions. */
const formerStatus = createRoute({
  getParentRoute,
  path: '/chains',
  beforeLoad: () => {
    throw redirect({ to: '/status', replace: true });
  },
});

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    explorerStart,
    explorer,
    check,
    grant,
    developer,
    status,
    audit,
    formerStatus,
  ]),
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: PageError,
  // Reads and writes plain text: `?q=7` is the text "7", and links stay readable.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: stringifySearchWith(String),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
