/** The generated pages as Markdown: sections of the reference that the repository has. */
import text from '../../../docs/api/reference.md?raw';
import { OPERATIONS } from './operations.ts';
import { readPage } from './page.ts';
import { BASE, REFERENCE } from './places.ts';
import { rewriteLinks } from './rewrite-links.ts';

interface ReferencePage {
  readonly page: string;
  readonly markdown: string;
}

/** `findPage` returns the URL of a file's page, or null. */
export function listReferencePages(findPage: (file: string) => string | null): readonly ReferencePage[] {
  const { title, body } = readPage(text);
  const whole = rewriteLinks(body, {
    file: 'docs/api/reference.md',
    repositoryUrl: null,
    base: BASE,
    findPage,
  });
  const sections = splitSections(whole.replaceAll('](#', `](${BASE}/${REFERENCE}.md#`));
  const ofOperations = OPERATIONS.map(({ page, summary }) => {
    const section = sections.get(summary);
    if (section === undefined) throw new Error(`docs/api/reference.md has no section "${summary}".`);
    return { page, markdown: `# ${summary}\n\n${section}\n` };
  });
  return [{ page: REFERENCE, markdown: `# ${title}\n\n${whole}\n` }, ...ofOperations];
}

/** Returns the text of each section of the third level under its heading. */
function splitSections(markdown: string): ReadonlyMap<string, string> {
  const [, ...parts] = markdown.split(/^(?=##+ )/m);
  return new Map(
    parts.map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      return [heading.replace(/^#+ /, ''), lines.join('\n').trim()];
    }),
  );
}
