/** The service's origin in all examples. The API replaces it with its own when it serves a page. */
export const ORIGIN = 'http://localhost:8080';

/** The site's path on its host. */
export const BASE = '/docs';

/** The path of the generated reference, below the site's own. */
export const REFERENCE = 'reference';

/** The page that explains every error. */
export const ERRORS = 'errors';

/** Files of the repository that are pages of this site under another name. */
export const OTHER_PAGES: Readonly<Record<string, { readonly id: string; readonly title: string }>> = {
  'packages/sdk/README.md': { id: 'sdk', title: 'TypeScript client' },
  'packages/react/README.md': { id: 'react', title: 'React hooks' },
  'packages/cli/README.md': { id: 'cli', title: 'Command line' },
  'CHANGELOG.md': { id: 'changelog', title: 'Changelog' },
};

/** Files of the repository whose content is on generated pages. */
const GENERATED: Readonly<Record<string, string>> = { 'docs/api/reference.md': REFERENCE };

/** Returns the path of a page. */
export const urlOf = (id: string) => (id === 'index' ? `${BASE}/` : `${BASE}/${id}/`);

/** Returns the path of a page as Markdown. */
export const markdownUrlOf = (id: string) => `${BASE}/${id}.md`;

/** Returns the path of the page that is made from a file of the repository. `null` if none is. */
export function findPage(
  file: string,
  pages: ReadonlyMap<string, string>,
  pathOf: (id: string) => string,
): string | null {
  const id = GENERATED[file] ?? pages.get(file);
  return id === undefined ? null : pathOf(id);
}

/** Returns the path of a page as Markdown, given the page's own. */
export function findMarkdownUrl(pathname: string): string {
  const id = pathname.slice(BASE.length).replaceAll(/^\/|\/$/g, '');
  return markdownUrlOf(id || 'index');
}
