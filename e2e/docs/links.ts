/** Finds links that lead nowhere: in a built site, and between Markdown files. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

const BASE = '/docs/';
const ORIGIN = 'http://localhost:8080';
/** Paths of the service that serves the site. */
const OF_SERVICE = /^\/(?:explorer|check|grant|developer|status|audit|errors|openapi\.json|llms\.txt)?$/;
/** Addresses of other hosts are not asked: a test must not depend on them. */
const OF_OTHERS = /^(?:https?:\/\/(?!localhost:8080)|mailto:|data:)/;
const LINK = /<(?:a|img|script|link)\b[^>]*?\s(?:href|src)="([^"]*)"/g;

interface Page {
  readonly links: readonly string[];
  readonly anchors: ReadonlySet<string>;
}

export interface Crawl {
  readonly pages: readonly string[];
  readonly links: number;
  /** Each with the page that it is on. */
  readonly dead: readonly string[];
  /** Pages that no link leads to. */
  readonly unreachable: readonly string[];
}

export function crawl(folder: string): Crawl {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).toSorted();
  const paths = new Set(files.map((file) => BASE + file));
  const pages = new Map(
    files
      .filter((file) => file.endsWith('.html'))
      .map((file) => [pathOf(file), readPage(join(folder, file))]),
  );
  const follow = (from: string, link: string) => {
    const { origin, pathname, hash } = new URL(link.replaceAll('&amp;', '&'), ORIGIN + from);
    if (origin !== ORIGIN || OF_SERVICE.test(pathname)) return null;
    const page = pages.get(pathname);
    const anchor = decodeURIComponent(hash.slice(1));
    const isThere = page ? anchor === '' || page.anchors.has(anchor) : paths.has(pathname);
    return { to: pathname, isThere };
  };
  const found = [...pages].flatMap(([from, { links }]) =>
    links.filter((link) => !OF_OTHERS.test(link)).map((link) => ({ from, link, ...follow(from, link) })),
  );
  const reached = new Set(found.filter(({ from, to }) => to !== from).map(({ to }) => to));
  return {
    pages: [...pages.keys()],
    links: found.length,
    dead: found.filter(({ isThere }) => isThere === false).map(({ from, link }) => `${from}: ${link}`),
    unreachable: [...pages.keys()].filter((path) => !reached.has(path) && path !== `${BASE}404.html`),
  };
}

const pathOf = (file: string) => BASE + file.replace(/(^|\/)index\.html$/, '$1');

function readPage(file: string): Page {
  const html = readFileSync(file, 'utf8');
  return {
    links: [...html.matchAll(LINK)].flatMap(([tag, link = '']) => (tag.includes('canonical') ? [] : link)),
    anchors: new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id = '']) => id)),
  };
}

const CODE = /^ *(`{3,})[\s\S]*?^ *\1`*$|(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\2(?!`)/gm;
/** The repository's host shows a workflow of the repository there. */
const WORKFLOW = /^\.\.\/\.\.\/actions\/(workflows\/\w+\.yml)(?:\/badge\.svg)?$/;
const MARKDOWN_LINK = /\]\(([^()\s]+)\)/g;

const PATH_OF_PAGE = /(?<![\w/.-])docs\/[\w/-]+\.md\b/g;

/** Returns the pages that scripts and code name, but for tests, and that are not there. */
export function listDeadPaths(root: string): string[] {
  const { stdout } = spawnSync('git', ['ls-files', '*.ts', '*.tsx', '*.sh'], { cwd: root, encoding: 'utf8' });
  const files = stdout.split('\n').filter((file) => /(?<!\.test)\.(?:tsx?|sh)$/.test(file));
  return files
    .filter((file) => existsSync(join(root, file)))
    .flatMap((file) => {
      const paths = readFileSync(join(root, file), 'utf8').match(PATH_OF_PAGE) ?? [];
      return paths.filter((path) => !existsSync(join(root, path))).map((path) => `${file}: ${path}`);
    });
}

/** Returns the dead links of all Markdown files that git knows below a folder. */
export function listDeadMarkdownLinks(root: string): {
  readonly links: number;
  readonly dead: readonly string[];
} {
  const { stdout } = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = stdout.split('\n').filter((file) => file !== '' && existsSync(join(root, file)));
  const found = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(CODE, '');
    const links = [...text.matchAll(MARKDOWN_LINK)].map(([, link = '']) => link);
    return links
      .filter((link) => !OF_OTHERS.test(link) && !link.startsWith('/'))
      .map((link) => ({ link: `${file}: ${link}`, isDead: isDead(root, file, link) }));
  });
  return { links: found.length, dead: found.flatMap(({ link, isDead }) => (isDead ? link : [])) };
}

function isDead(root: string, file: string, link: string): boolean {
  const [path = '', anchor = ''] = link.replace(WORKFLOW, '.github/$1').split('#', 2);
  const target = join(root, path === '' ? file : posix.join(dirname(file), path));
  if (!existsSync(target)) return true;
  return anchor !== '' && target.endsWith('.md') && !listAnchors(readFileSync(target, 'utf8')).has(anchor);
}

/** Returns the anchors that GitHub gives to the headings. */
function listAnchors(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of markdown
    .replaceAll(/^ *(`{3,})[\s\S]*?^ *\1`*$/gm, '')
    .matchAll(/^#+ (.+)$/gm)) {
    const text = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const name = text.replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '').replaceAll(' ', '-');
    let [unique, count] = [name, 0];
    while (anchors.has(unique)) unique = `${name}-${++count}`;
    anchors.add(unique);
  }
  return anchors;
}
