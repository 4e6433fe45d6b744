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
    <div className="plan-summary">
      {plan.transactions.length > 0 && (
        <section className="plan-summary__after">
          <h3>Afterwards</h3>
          <Sentences sentences={isCertain || isGrant ? plan.after : [UNCERTAIN]} shown={6} />
        </section>
      )}
      {plan.stays.length > 0 && (
        <section className="plan-summary__stays">
          <h3>Still allowed</h3>
          <Sentences sentences={plan.stays} shown={2} />
        </section>
      )}
      {unknown.map((text) => (
        <p key={text} className="plan-summary__unknown">
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
  if (items.length <= shown + 1) return <ul>{items}</ul>;
  return (
    <>
      <ul>{items.slice(0, shown)}</ul>
      <details>
        <summary>and {items.length - shown} more</summary>
        <ul>{items.slice(shown)}</ul>
      </details>
    </>
  );
}
