/** Makes generated HTML easier for readers who use a keyboard or a screen reader. */

const IMPROVEMENTS: readonly (readonly [found: RegExp, better: string])[] = [
  // Wide tables and long lines scroll, and what scrolls must take the focus.
  [/<(table|pre)(?=[ >])(?![^>]*tabindex)/g, '<$1 tabindex="0"'],
  // The corner of a table with a heading for each row and column.
  [/<th><\/th>/g, '<td></td>'],
];
const HEADING = /<(\/?)h([1-6])(?=[ >])/g;

export function improveHtml(html: string): string {
  return closeGaps(IMPROVEMENTS.reduce((text, [found, better]) => text.replaceAll(found, better), html));
}

/** The plugin of the reference leaves levels of headings out. */
function closeGaps(html: string): string {
  // The title of the page.
  let level = 1;
  return html.replaceAll(HEADING, (_, slash: string, written: string) => {
    if (slash === '') level = Math.min(Number(written), level + 1);
    return `<${slash}h${level}`;
  });
}
