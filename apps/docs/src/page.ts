/** Takes the title and the description of a page from its text. */

interface Page {
  readonly title: string;
  /** `undefined` if the page does not begin with a paragraph. */
  readonly description: string | undefined;
  /** The text below the title. */
  readonly body: string;
}

const COMMENT = /^<!--.*?-->\n?/gms;
const TITLE = /^# (.+)\n/m;
/** Headings, lists, tables, quotes, code and pictures. */
const NO_PARAGRAPH = /^(?:#|[-*>|]|\d+\.|```|!\[)/;

export function readPage(text: string): Page {
  const plain = text.replaceAll(COMMENT, '');
  const found = TITLE.exec(plain);
  if (!found?.[1])
    throw new Error(`A page must begin with "# Title", but one begins with: ${plain.slice(0, 80)}`);
  const body = plain.slice(found.index + found[0].length).trim();
  return { title: withoutMarkup(found[1]), description: findDescription(body), body };
}

function findDescription(body: string): string | undefined {
  const [paragraph = ''] = body.split('\n\n', 1);
  if (paragraph === '' || NO_PARAGRAPH.test(paragraph)) return undefined;
  const [sentence] = withoutMarkup(paragraph.replaceAll('\n', ' ')).split(/(?<=[.!?]) (?=[A-Z])/, 1);
  return sentence;
}

function withoutMarkup(text: string): string {
  return text
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]|\b_|_\b/g, '')
    .trim();
}
