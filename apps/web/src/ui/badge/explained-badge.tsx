import type { ReactNode } from 'react';

interface ExplainedBadgeProps {
  /** A sentence, shown on hover and focus. */
  readonly explanation: string;
  readonly tone?: 'warn';
  readonly children: ReactNode;
}

/** A badge whose words are short and need a sentence. */
export function ExplainedBadge({ explanation, tone, children }: ExplainedBadgeProps) {
  return (
    <button
      type="button"
      className="badge badge--explained"
      data-tone={tone}
      data-tip={explanation}
      data-tip-words=""
    >
      {children}
      <span className="visually-hidden">: {explanation}</span>
    </button>
  );
}
