/** Replaces the texts between a page's marks and leaves the rest unchanged. */
export function replaceSections(page: string, sections: Readonly<Record<string, string>>): string {
  let written = page;
  for (const [name, text] of Object.entries(sections)) {
    const [begin, end] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
    const [from, to] = [written.indexOf(begin), written.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`The page has no place for "${name}": ${begin} and ${end}.`);
    written = `${written.slice(0, from + begin.length)}\n${text}\n${written.slice(to)}`;
  }
  return written;
}
