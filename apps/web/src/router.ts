/** Every page is a folder in `pages` with one component, loaded on the first visit. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import { readGrantSearch } from './acting/grant-search.ts';
import { PageError } from './components/page-error.tsx';
import { readCheckSearch } from './pages/check/check-search.ts';
import { readExplorerSearch } from './pages/explorer/explorer-search.ts';
import { Shell } from './shell.tsx';

const root = createRootRoute({
  component: Shell,
  notFoundComponent: lazyRouteComponent(() => import('./pages/not-found/not-found-page.tsx'), 'NotFoundPage'),
});
const getParentRoute = () => root;

const home = createRoute({
  getParentRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/home-page.tsx'), 'HomePage'),
});

const explorerStart = createRoute({
  getParentRoute,
  path: '/explorer',
  component: lazyRouteComponent(() => import('./pages/explorer/explorer-start.tsx'), 'ExplorerStart'),
});

const explorer = createRoute({
  getParentRoute,
  path: '/explorer/$wallet',
  validateSearch: readExplorerSearch,
  component: lazyRouteComponent(() => import('./pages/explorer/explorer-page.tsx'), 'ExplorerPage'),
});

const check = createRoute({
  getParentRoute,
  path: '/check',
  validateSearch: readCheckSearch,
  component: lazyRouteComponent(() => import('./pages/check/check-page.tsx'), 'CheckPage'),
});

const grant = createRoute({
  getParentRoute,
  path: '/grant',
  validateSearch: readGrantSearch,
  component: lazyRouteComponent(() => import('./pages/grant/grant-page.tsx'), 'GrantPage'),
});

const developer = createRoute({
  getParentRoute,
  path: '/developer',
  component: lazyRouteComponent(() => import('./pages/developer/developer-page.tsx'), 'DeveloperPage'),
});

const status = createRoute({
  getParentRoute,
  path: '/status',
  component: lazyRouteComponent(() => import('./pages/status/status-page.tsx'), 'StatusPage'),
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
  routeTree: root.addChildren([home, explorerStart, explorer, check, grant, developer, status, formerStatus]),
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
