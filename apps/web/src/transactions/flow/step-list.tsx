import './step-list.css';
import type { Network } from '@mandate/sdk';
import { outcomeOf, type Progress } from '@mandate/sdk/transactions';
import { useEffect, useRef } from 'react';
import { TransactionLink } from '../../ui/wallet/transaction-link.tsx';
import { describeProgress } from './progress-words.ts';
import type { Run } from './runs.ts';
import { type Facts, listSteps, NO_FACTS, type Step, type StepState } from './steps.ts';
import { writeGas } from './write-fee.ts';

interface StepListProps {
  readonly run: Run | undefined;
  readonly network: Network;
  readonly nameOf: (chainId: number) => string;
}

const STATE_WORDS: Readonly<Record<StepState, string>> = {
  todo: 'to do',
  busy: 'in progress',
  done: 'done',
  waiting: 'waiting',
  bad: 'failed',
};

const TONES: Readonly<Record<StepState, string>> = {
  todo: 'quiet',
  busy: 'good',
  done: 'good',
  waiting: 'warn',
  bad: 'bad',
};

/** Shows how far a transaction is, and what its current step means. */
export function StepList({ run, network, nameOf }: StepListProps) {
  const { progress = null, facts = NO_FACTS } = run ?? {};
  const words = progress && describeProgress(progress, nameOf);
  const tone = progress ? toneOf(progress) : undefined;
  const word = useKeptInSight(tone !== 'good' && words?.title);
  return (
    <>
      <ol className="step-list">
        {listSteps(progress, facts).map((step) => (
          <li key={step.id} data-state={step.state} data-tone={TONES[step.state]}>
            <StepMark state={step.state} />
            <span>
              {step.name}
              <span className="visually-hidden">: {STATE_WORDS[step.state]}</span>
              <Fact step={step} facts={facts} network={network} />
            </span>
          </li>
        ))}
      </ol>
      <div ref={word} role="status" className="box step-list__word" data-tone={tone}>
        {words && (
          <p>
            <strong>{words.title}.</strong> {words.detail}
          </p>
        )}
      </div>
    </>
  );
}

/** On a phone, what a transaction waits for would be said below the screen. */
function useKeptInSight(title: string | false | undefined) {
  const word = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (title) word.current?.scrollIntoView({ block: 'nearest' });
  }, [title]);
  return word;
}

function Fact({ step, facts, network }: { step: Step; facts: Facts; network: Network }) {
  const { gas, hash } = facts;
  if (step.id === 'simulated' && step.state === 'done' && gas !== null)
    return <small className="hint">{writeGas(facts, network.chainId)}</small>;
  if (step.id === 'sent' && hash)
    return (
      <small className="hint">
        <TransactionLink hash={hash} explorer={network.explorer} />
      </small>
    );
  return null;
}

function toneOf(progress: Progress): string {
  const { isDone, canRetry } = outcomeOf(progress);
  return isDone ? 'good' : canRetry ? 'bad' : 'quiet';
}

const MARKS: Readonly<Record<StepState, string>> = {
  todo: '',
  busy: 'M8 3v5l3 2',
  done: 'm4 8.4 2.7 2.7L12 5.4',
  waiting: 'M8 4.2v4.6m0 2.4v.6',
  bad: 'm5 5 6 6m0-6-6 6',
};

function StepMark({ state }: { state: StepState }) {
  return (
    <svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true">
      <circle cx="8" cy="8" r="7" />
      <path d={MARKS[state]} />
    </svg>
  );
}
