/** Reads the Markdown files of the repository as pages. They need no frontmatter, so they stay pleasant to read on GitHub. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Loader } from 'astro/loaders';
import { listExamples, writeExampleFiles } from './example-files.ts';
import { improveHtml } from './improve-html.ts';
import { readPage } from './page.ts';
import { BASE, findPage, markdownUrlOf, OTHER_PAGES, urlOf } from './places.ts';
import { rewriteLinks } from './rewrite-links.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const EXAMPLES = 'examples/';
/** Decisions are for people who read the code. The generated reference replaces the one in `docs/api`. */
const LEFT_OUT = /^docs\/(?:adr|api)\//;

export function createRepositoryLoader(): Loader {
  return {
    name: 'repository-loader',
    async load({ store, parseData, renderMarkdown }) {
      const repositoryUrl = process.env['REPOSITORY_URL']?.replace(/\/+$/, '') || null;
      const pages = listPages();
      store.clear();
      for (const [file, id] of pages) {
        const { title, description, body } = readPage(readFileSync(join(ROOT, file), 'utf8'));
        const files = file.startsWith(EXAMPLES) ? writeExampleFiles(join(ROOT, dirname(file))) : '';
        const rewrite = (pathOf: (id: string) => string) =>
          rewriteLinks(body + files, {
            file,
            repositoryUrl,
            base: BASE,
            findPage: (path) => findPage(path, pages, pathOf),
          });
        const data = {
          title: OTHER_PAGES[file]?.title ?? title,
          description,
          editUrl: repositoryUrl ? `${repositoryUrl}/edit/main/${file}` : false,
        };
        const filePath = join(ROOT, file);
        const fileURL = pathToFileURL(filePath);
        const rendered = await renderMarkdown(rewrite(urlOf), { fileURL });
        store.set({
          id,
          data: await parseData({ id, data, filePath }),
          body: rewrite(markdownUrlOf),
          filePath: `../../${file}`,
          rendered: { ...rendered, html: improveHtml(rendered.html) },
        });
      }
    },
  };
}

/** Returns the id of each page under the file's path in the repository. */
function listPages(): ReadonlyMap<string, string> {
  const files = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
    .filter((file) => !LEFT_OUT.test(file))
    .toSorted();
  const others = Object.entries(OTHER_PAGES).map(([file, { id }]) => [file, id] as const);
  const examples = listExamples().map((name) => [`${EXAMPLES}${name}/README.md`, EXAMPLES + name] as const);
  return new Map([
    ...files.map((file) => [file, file.slice('docs/'.length, -'.md'.length)] as const),
    ...others,
    ...examples,
  ]);
}
