import type { Reply, Service } from '../service.ts';

/** Reads all pages of an answer, or returns the text that `read` returns in the place of one. */
export async function readPages<Page extends { readonly next: string | null }>(
  service: Service,
  path: string,
  query: Readonly<Record<string, string>>,
  read: (reply: Reply) => Page | string,
): Promise<readonly Page[] | string> {
  const pages: Page[] = [];
  for (let cursor = {}; ; ) {
    const page = read(await service.get(path, { ...query, ...cursor }));
    if (typeof page === 'string') return page;
    pages.push(page);
    if (page.next === null) return pages;
    cursor = { cursor: page.next };
  }
}
