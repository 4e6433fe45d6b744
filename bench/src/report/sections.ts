/** Puts texts between the marks that a page has for them. The rest of the page stays as it is. */
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
