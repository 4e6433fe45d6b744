import './code.css';

/** Highlights only comments and strings. More would need a parser per language. */
const TOKEN = /((?:^|(?<=\s))(?:\/\/|#).*$)|("[^"\n]*"|'[^'\n]*')/gm;

export function Code({ text, label }: { text: string; label: string }) {
  return (
    // It scrolls, so it has to be reachable without a mouse.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: as above.
    <section className="code" tabIndex={0} aria-label={label}>
      <pre>
        <code>{colour(text)}</code>
      </pre>
    </section>
  );
}

function colour(text: string) {
  const parts = [];
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [found, comment] = match;
    parts.push(text.slice(at, match.index));
    parts.push(
      <span key={match.index} className={comment ? 'code__comment' : 'code__text'}>
        {found}
      </span>,
    );
    at = match.index + found.length;
  }
  parts.push(text.slice(at));
  return parts;
}
