const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s"{}[\],:]+/g;
const OPENING = new Set(['{', '[']);
const CLOSING = new Set(['}', ']']);

/** Indents JSON without reading its numbers: token ids have up to 78 digits, which JavaScript would round. */
export function formatJson(text: string): string {
  let [written, last, depth] = ['', '', 0];
  for (const [token] of text.matchAll(TOKEN)) {
    const isClosing = CLOSING.has(token);
    const isFirst = OPENING.has(last);
    if (isClosing) depth--;
    // Nothing stands between the brackets of an empty list.
    if (isClosing ? !isFirst : isFirst || last === ',') written += `\n${'  '.repeat(depth)}`;
    written += token === ':' ? ': ' : token;
    if (OPENING.has(token)) depth++;
    last = token;
  }
  return written;
}
