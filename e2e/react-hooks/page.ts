/** The app in a page: hydrated if a server rendered it, else rendered. */
import { QueryClient } from '@tanstack/react-query';
import { createElement } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App, type Setup } from './app.ts';

const { document, setup } = globalThis as unknown as {
  document: { getElementById(id: string): { hasChildNodes(): boolean } };
  setup: Setup;
};
const root = document.getElementById('root');
const app = createElement(App, { setup, queryClient: new QueryClient() });
if (root.hasChildNodes()) hydrateRoot(root as never, app);
else createRoot(root as never).render(app);
