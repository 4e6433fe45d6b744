/**
 * The look of the site for pages that the API writes itself: they have to work without the site, so their styles and script are
 * inside them. A test compares the colours and the mark with those of `apps/web`.
 */

const COLOURS = `:root{color-scheme:light dark;
--paper:light-dark(#fbfaf8, #121416);--sunken:light-dark(#f4f2ee, #0d0f10);--ink:light-dark(#1b1d1f, #eceae6);
--ink-2:light-dark(#555a61, #aeb2b8);--line:light-dark(#e7e4de, #2a2e32);--accent:light-dark(#0b6e5c, #4cc9a8);
--accent-ink:light-dark(#0b6150, #7fdfc5);--accent-soft:light-dark(#e4f2ee, #12312a);--on-accent:light-dark(#ffffff, #06231c);
--sans:ui-sans-serif, -apple-system, BlinkMacSystemFont, "Segoe UI Variable Text", "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", Arial, sans-serif;
--mono:ui-monospace, SFMono-Regular, "SF Mono", Menlo, "Cascadia Mono", Consolas, "Liberation Mono", monospace}
:root[data-theme="light"]{color-scheme:light}:root[data-theme="dark"]{color-scheme:dark}`;

const LAYOUT = `*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 var(--sans)}
a{color:var(--accent-ink);text-underline-offset:.2em}a:focus-visible,button:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
header{border-bottom:1px solid var(--line)}header>div,main{max-width:1376px;margin:0 auto;padding:0 clamp(16px,3vw,32px)}
header>div{display:flex;flex-wrap:wrap;align-items:center;gap:8px 28px;min-height:60px}
.brand{display:inline-flex;align-items:center;gap:10px;color:var(--ink);font-size:1.0625rem;font-weight:650;letter-spacing:-.02em;text-decoration:none}
.brand svg{width:26px;height:26px;color:var(--accent)}nav{flex:1}nav ul{display:flex;flex-wrap:wrap;gap:2px;margin:0;padding:0;list-style:none}
nav a{display:block;padding:7px 12px;border-radius:6px;color:var(--ink-2);font-size:.9375rem;text-decoration:none}nav a:hover{background:var(--sunken);color:var(--ink)}
header button{display:inline-grid;place-items:center;width:38px;height:38px;padding:0;border:0;border-radius:10px;background:none;color:var(--ink-2);cursor:pointer}
main{padding-block:clamp(20px,3vw,36px) 72px}main>*{max-width:46rem}h1{margin:0 0 16px;font-size:clamp(1.75rem,1.4rem + 1.4vw,2.25rem);line-height:1.2;letter-spacing:-.02em}
code{padding:.1em .3em;border-radius:4px;background:var(--sunken);font-family:var(--mono);font-size:.9em}
@media (max-width:640px){header>div{padding-top:10px}nav{order:1;flex:0 0 100%;margin-inline:-10px}nav a{padding:10px 9px}header button{margin-left:auto}}`;

export const MARK =
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="currentColor"/>' +
  '<g fill="none" stroke="var(--on-accent)" stroke-linecap="round"><path d="M9.5 20.5C9.5 9 22.5 9 22.5 18" stroke-width="2.6"/>' +
  '<circle cx="22.5" cy="21.5" r="3.4" stroke-width="2.6"/><circle cx="9.5" cy="21.5" r="3.4" fill="var(--on-accent)" stroke-width="2.6"/></g></svg>';

const SWITCH =
  '<button type="button" aria-label="Change the theme"><svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">' +
  '<circle cx="10" cy="10" r="7.2" fill="none" stroke="currentColor" stroke-width="1.6"/><path d="M10 2.8a7.2 7.2 0 0 1 0 14.4z" fill="currentColor"/></svg></button>';

/** Applies the stored choice before anything is painted. All pages keep it under the same name. */
const APPLY_THEME = `try{const t=localStorage.getItem('theme');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch{}`;

const CHANGE_THEME = `document.querySelector('header button').addEventListener('click',()=>{const r=document.documentElement;
const d=r.dataset.theme?r.dataset.theme==='dark':matchMedia('(prefers-color-scheme: dark)').matches;r.dataset.theme=d?'light':'dark';
try{localStorage.setItem('theme',r.dataset.theme)}catch{}})`;

/** The parts of the service that pages link to, if they are served. */
export interface ServedSites {
  readonly hasWeb: boolean;
  readonly hasDocs: boolean;
}

const WEB_LINKS = [
  ['/explorer', 'Explorer'],
  ['/check', 'Check'],
  ['/grant', 'Grant'],
  ['/developer', 'Developer'],
  ['/status', 'Status'],
] as const;

export interface BrandedPage {
  readonly title: string;
  readonly styles: string;
  /** HTML. */
  readonly main: string;
}

export function createBrandedPage(
  { title, styles, main }: BrandedPage,
  { hasWeb, hasDocs }: ServedSites,
): string {
  const links = [...(hasWeb ? WEB_LINKS : []), ...(hasDocs ? [['/docs/', 'Docs'] as const] : [])];
  const items = links.map(([path, text]) => `<li><a href="${path}">${text}</a></li>`).join('');
  const icon = hasWeb ? '<link rel="icon" href="/mark.svg" type="image/svg+xml">' : '';
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} · Mandate</title>` +
    `<meta name="viewport" content="width=device-width, initial-scale=1">${icon}` +
    `<script>${APPLY_THEME}</script><style>${COLOURS}${LAYOUT}${styles}</style></head><body>` +
    `<header><div><a class="brand" href="/">${MARK}Mandate</a><nav aria-label="Pages"><ul>${items}</ul></nav>${SWITCH}</div></header>` +
    `<main>${main}</main><script>${CHANGE_THEME}</script></body></html>`
  );
}
