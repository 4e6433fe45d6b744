import type { Plan } from '../plan/plan.ts';
import type { Sentence } from '../plan/sentence.ts';
import { SentenceText } from './sentence-text.tsx';

interface PlanSummaryProps {
  readonly plan: Plan;
  readonly unknown: readonly string[];
  readonly isCertain: boolean;
}

const UNCERTAIN: Sentence = ['The chosen delegations end. Another one may still allow the same.'];

/** Says what will be true after the plan, and what still stands. */
export function PlanSummary({ plan, unknown, isCertain }: PlanSummaryProps) {
  const isGrant = plan.transactions.every(({ writes }) => writes.every(({ action }) => action === 'grant'));
  return (
    <div className="plan-summary stack stack--m">
      {plan.transactions.length > 0 && (
        <section className="box stack stack--s" data-tone="good">
          <h3>Afterwards</h3>
          <Sentences sentences={isCertain || isGrant ? plan.after : [UNCERTAIN]} shown={6} />
        </section>
      )}
      {plan.stays.length > 0 && (
        <section className="box stack stack--s" data-tone="warn">
          <h3>Still allowed</h3>
          <Sentences sentences={plan.stays} shown={2} />
        </section>
      )}
      {unknown.map((text) => (
        <p key={text} className="hint">
          {text}
        </p>
      ))}
    </div>
  );
}

function Sentences({ sentences, shown }: { sentences: readonly Sentence[]; shown: number }) {
  const items = sentences.map((sentence, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a plan's sentences never move.
    <li key={index}>
      <SentenceText sentence={sentence} />
    </li>
  ));
  if (items.length <= shown + 1) return <ul className="stack stack--s">{items}</ul>;
  return (
    <>
      <ul className="stack stack--s">{items.slice(0, shown)}</ul>
      <details>
        <summary>and {items.length - shown} more</summary>
        <ul className="stack stack--s">{items.slice(shown)}</ul>
      </details>
    </>
  );
}
