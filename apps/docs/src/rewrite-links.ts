/** Turns the links between files of the repository into links between pages of the site. */
import { posix } from 'node:path';

interface Places {
  /** The path of the file that has the links, from the repository's root. */
  readonly file: string;
  /** `null` if it is not known, so a link that leaves the site becomes its text. */
  readonly repositoryUrl: string | null;
  /** The site's path on its host. */
  readonly base: string;
  /** Returns the URL of the page that is made from a file, or null. */
  findPage(file: string): string | null;
}

/** Blocks of code, and code within a line. */
const CODE = /^ *(`{3,}|~{3,})[\s\S]*?^ *\1`*$|(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\2(?!`)/gm;
/** Stands for code while links are replaced: code keeps what looks like a link in it. */
const PLACE = /\0(\d+)\0/g;
const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)/g;
const IMAGES = 'docs/images/';
const ELSEWHERE = /^(?:[a-z]+:|#|\/)/i;

export function rewriteLinks(markdown: string, places: Places): string {
  const code: string[] = [];
  const text = markdown.replaceAll(CODE, (found) => `\0${code.push(found) - 1}\0`);
  const rewritten = text.replaceAll(LINK, (whole, picture: string, label: string, target: string) => {
    if (ELSEWHERE.test(target)) return whole;
    const url = findUrl(target, places);
    return url === null ? label : `${picture}[${label}](${url})`;
  });
  return rewritten.replaceAll(PLACE, (_, index) => code[Number(index)] ?? '');
}

function findUrl(target: string, { file, repositoryUrl, base, findPage }: Places): string | null {
  const [path = '', anchor] = target.split('#', 2);
  const found = posix.join(posix.dirname(file), path);
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (found.startsWith(IMAGES)) return `${base}/images/${found.slice(IMAGES.length)}`;
  const page = findPage(found);
  if (page !== null) return page + hash;
  return repositoryUrl && `${repositoryUrl}/blob/main/${found}${hash}`;
}
