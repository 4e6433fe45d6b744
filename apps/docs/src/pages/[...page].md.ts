/** Every page as Markdown, for assistants and for people who prefer it. */

import { getCollection } from 'astro:content';
import type { APIRoute, GetStaticPaths } from 'astro';
import { findPage, markdownUrlOf } from '../places.ts';
import { listReferencePages } from '../reference-pages.ts';

interface Entry {
  readonly id: string;
  readonly body?: string;
  readonly data: { readonly title: string };
  /** From the folder of this site. */
  readonly filePath?: string;
}

interface Props {
  readonly markdown: string;
}

const TO_ROOT = '../../';

export const getStaticPaths = (async () => {
  const entries: Entry[] = await getCollection('docs');
  const files = new Map(entries.map(({ id, filePath = '' }) => [filePath.slice(TO_ROOT.length), id]));
  const pages = entries.map(({ id, body, data }) => ({ page: id, markdown: `# ${data.title}\n\n${body}\n` }));
  return [...pages, ...listReferencePages((file) => findPage(file, files, markdownUrlOf))].map(
    ({ page, markdown }) => ({
      params: { page },
      props: { markdown },
    }),
  );
}) satisfies GetStaticPaths;

export const GET: APIRoute<Props> = ({ props: { markdown } }) => new Response(markdown);
