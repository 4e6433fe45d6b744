/** Adds to pages what their plugins leave out. */
import { defineRouteMiddleware } from '@astrojs/starlight/route-data';
import { findOperation } from './operations.ts';
import { findMarkdownUrl, REFERENCE, urlOf } from './places.ts';

const REFERENCE_TITLE = 'API reference';

export const onRequest = defineRouteMiddleware(({ locals: { starlightRoute: route }, url }) => {
  if (route.id === '404') return;
  const href = findMarkdownUrl(url.pathname);
  route.head.push({ tag: 'link', attrs: { rel: 'alternate', type: 'text/markdown', href }, content: '' });
  if (url.pathname === urlOf(REFERENCE)) {
    route.entry.data.title = REFERENCE_TITLE;
    const title = route.head.find(({ tag }) => tag === 'title');
    if (title) title.content = `${REFERENCE_TITLE} | ${route.siteTitle}`;
  }
  const operation = findOperation(url.pathname);
  if (!operation) return;
  const content = `${operation.method} ${operation.path}: ${operation.summary}.`;
  route.head.push({ tag: 'meta', attrs: { name: 'description', content }, content: '' });
  if (operation.isOpen)
    route.toc?.items.splice(1, 0, { depth: 2, slug: 'try-it', text: 'Try it', children: [] });
});
