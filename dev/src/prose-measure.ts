/** Counts the words and sentences of a Markdown page. */

export function measure(markdown: string) {
  const text = markdown
    .replace(/^ *```.*?^ *```/gms, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/!\[.*?\]\(.*?\)/g, '')
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
  const sentences = text.split(/\n\s*\n/).flatMap(listSentences);
  const lengths = sentences.map((sentence) => countWords(sentence));
  return {
    /** The words that a reader sees, also those of tables and headings. Code blocks do not count. */
    words: countWords(text),
    sentences: sentences.length,
    /** The words of the sentences. Headings and table cells are no sentences. */
    sentenceWords: lengths.reduce((total, length) => total + length, 0),
    longest: sentences[lengths.indexOf(Math.max(...lengths))] ?? '',
  };
}

const countWords = (text: string) => text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;

/** Returns the sentences of a paragraph or list. A line that introduces a list or a block ends with a colon. */
function listSentences(paragraph: string): string[] {
  const lines = paragraph.split('\n').filter((line) => !/^\s*(?:#|\||>|\[!)/.test(line));
  return lines
    .join('\n')
    .split(/\n\s*(?:[-*]|\d+\.) +|^(?:[-*]|\d+\.) +/m)
    .flatMap((item) => item.replace(/\s+/g, ' ').split(/(?<=[.?!])["”)*_`]*\s+(?=[\p{Lu}`"“*_\d(]|https?:)/u))
    .map((sentence) => sentence.trim())
    .filter((sentence) => countWords(sentence) > 0);
}
