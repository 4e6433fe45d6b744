/**
 * The styles of the picker. Pages adopt them as a constructed sheet, which every content security policy allows. A page
 * sets its own colours with the variables that begin with `--mandate-`.
 */
export const SHEET = `
:host{display:block}
:host([hidden]){display:none}
.mandate-vaults{
--ink:var(--mandate-ink,light-dark(#1b1d1f,#eceae6));
--quiet:var(--mandate-quiet,light-dark(#555a61,#aeb2b8));
--surface:var(--mandate-surface,light-dark(#fff,#191c1f));
--line:var(--mandate-line,light-dark(#8a8f96,#6f767d));
--accent:var(--mandate-accent,light-dark(#0b6e5c,#4cc9a8));
--on-accent:var(--mandate-on-accent,light-dark(#fff,#06231c));
--warn:var(--mandate-warn,light-dark(#864708,#f0b871));
--radius:var(--mandate-radius,10px);
box-sizing:border-box;min-width:0;margin:0;padding:16px;border:1px solid var(--line);border-radius:var(--radius);
background:var(--surface);color:var(--ink);font:var(--mandate-font,inherit);line-height:1.4;overflow-wrap:anywhere;
*{box-sizing:border-box}
.title{float:left;width:100%;padding:0;font-size:1.15em;font-weight:600}
.title+*{clear:both}
p,ul{margin:0;padding:0;list-style:none}
.status,.grant,.selected{color:var(--quiet)}
.note,.strangers{margin-top:8px;padding:8px 12px;border-left:3px solid var(--warn)}
.strangers{margin:12px 4px 4px;font-size:.9em}
.search{width:100%;min-height:44px;margin-top:12px;padding:0 12px;border:1px solid var(--line);
border-radius:var(--radius);background:transparent;color:inherit;font:inherit}
.search::placeholder{color:var(--quiet);opacity:1}
.scroll{max-height:var(--mandate-height,26em);margin:12px -4px 0;overflow-y:auto}
.row{position:relative;display:grid;grid-template-columns:auto 1fr;gap:2px 12px;align-items:center;
min-height:44px;margin:4px;padding:8px 12px;border:1px solid transparent;border-radius:var(--radius)}
.row:hover{border-color:var(--line)}
.row:has(:checked){border-color:var(--accent);box-shadow:inset 0 0 0 1px var(--accent)}
.row[data-verdict=no]{border-style:dashed;border-color:var(--line)}
input[type=radio]{position:relative;z-index:1;width:20px;height:20px;margin:0;accent-color:var(--accent)}
.who{display:flex;flex-wrap:wrap;gap:0 8px;font-weight:600;cursor:pointer}
.row[data-verdict=no] .who{font-weight:400;cursor:default}
.who::after{content:"";position:absolute;inset:0}
.name+.address{font-weight:400;color:var(--quiet)}
.address{font-family:ui-monospace,Menlo,Consolas,"Liberation Mono",monospace;font-size:.95em}
.about{grid-column:2;display:grid;font-size:.9em}
.row[data-verdict=unknown] .verdict{color:var(--warn)}
.end{margin-top:12px}
.selected{margin-top:6px;min-height:2.8em;font-size:.9em}
button{min-height:44px;padding:0 16px;border:1px solid var(--line);border-radius:var(--radius);
background:transparent;color:inherit;font:inherit;cursor:pointer}
.quiet{margin-top:8px}
.choose{width:100%;border-color:var(--accent);background:var(--accent);color:var(--on-accent);font-weight:600}
.choose[aria-disabled]{border-color:var(--line);background:transparent;color:var(--quiet);cursor:default}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
}
`;
