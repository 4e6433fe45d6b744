/** Creates the page that the `type` of every error links to: Markdown for the repository, HTML for the service. */
import { PROBLEM_CODES, PROBLEMS } from '../http/problems.ts';

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

export function createErrorsHtml(): string {
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
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Errors · Mandate</title>' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"><style>' +
    ':root{color-scheme:light dark}body{font:16px/1.6 system-ui,sans-serif;max-width:44rem;margin:3rem auto;padding:0 1rem}' +
    'section{border-top:1px solid #8884;padding:.5rem 0}section:target{background:#ffd54f33}h2{font-size:1.1rem}' +
    'h2 a{color:inherit;text-decoration:none;font-family:ui-monospace,monospace}small{color:#888;font-weight:400}' +
    'code{background:#8882;padding:.1em .3em;border-radius:4px}</style></head><body>' +
    `<h1>Errors</h1><p>${code(INTRODUCTION)}</p><p>API reference: <a href="/docs">/docs</a></p>${sections.join('')}</body></html>`
  );
}
