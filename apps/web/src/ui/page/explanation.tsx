import type { ReactNode } from 'react';

interface ExplanationProps {
  readonly title: string;
  readonly items: readonly (readonly [title: string, text: string])[];
  /** A picture for each item. */
  readonly marks?: readonly ReactNode[];
  /** Shown once, for all items. */
  readonly children?: ReactNode;
}

/** Stands where the result will be, and explains what to expect of it. */
export function Explanation({ title, items, marks, children }: ExplanationProps) {
  return (
    <section className="blank stack" aria-label={title}>
      <h2>{title}</h2>
      <ul className="stack">
        {items.map(([name, text], index) => (
          <li key={name} className="who">
            {marks?.[index]}
            <div>
              <h3>{name}</h3>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      {children && <p>{children}</p>}
    </section>
  );
}
