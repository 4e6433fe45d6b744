/** Creates the page that the `type` of every error links to: Markdown for the repository, HTML for the service. */
import { PROBLEM_CODES, PROBLEMS } from '../http/problems.ts';
import { createBrandedPage, type ServedSites } from './brand.ts';

const INTRODUCTION =
  'Errors are RFC 9457 problems, `application/problem+json`, with `type`, `title`, `status`, `detail` and `instance`. They also have ' +
  'a `code` (one of those below), a `requestId` (quote it in reports) and, for a 400, `errors` with every wrong parameter. ' +
  'A missing delegation is not an error: the answer is 200 with `false`, `0` or `[]`.';

export function createErrorsMarkdown(): string {
  const sections = PROBLEM_CODES.map((code) => {
    const { status, title, when, next } = PROBLEMS[code];
    return `## ${code}\n\n**${status}** ${title}.\n\n${when}\n\n**Next:** ${next}\n`;
  });
  const note = '<!-- Made from apps/api/src/http/problems.ts by `npm run build:docs`. -->';
  return `${note}\n# Errors\n\n${INTRODUCTION}\n\n${sections.join('\n')}`;
}

const STYLES = `section{padding:12px 0;border-top:1px solid var(--line)}section:target{margin-inline:-16px;padding-inline:16px;border-radius:10px;background:var(--accent-soft)}
h2{margin:8px 0;font-size:1.0625rem}h2 a{color:inherit;font-family:var(--mono);text-decoration:none}h2 a:hover{text-decoration:underline}small{margin-left:8px;color:var(--ink-2);font-weight:400}`;

export function createErrorsHtml(served: ServedSites): string {
  const code = (text: string) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll(/`([^`]+)`/g, '<code>$1</code>');
  const sections = PROBLEM_CODES.map((name) => {
    const { status, title, when, next } = PROBLEMS[name];
    return (
      `<section id="${name}"><h2><a href="#${name}">${name}</a> <small>${status}</small></h2>` +
      `<p><strong>${code(title)}.</strong> ${code(when)}</p><p>Next: ${code(next)}</p></section>`
    );
  });
  const [path, name] = served.hasDocs ? ['/docs/', 'Documentation'] : ['/openapi.json', 'OpenAPI'];
  const main = `<h1>Errors</h1><p>${code(INTRODUCTION)}</p><p><a href="${path}">${name}</a></p>${sections.join('')}`;
  return createBrandedPage({ title: 'Errors', styles: STYLES, main }, served);
}
