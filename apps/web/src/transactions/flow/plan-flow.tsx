import './plan-flow.css';
import type { Network } from '@mandate/sdk';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { useConnection } from '../../wallets/use-connection.ts';
import type { Plan } from '../plan/plan.ts';
import { PlanSummary } from './plan-summary.tsx';
import { SafeExport } from './safe-export.tsx';
import { SendingCard } from './sending-card.tsx';
import { isSame, Signer } from './signer.tsx';
import { type Flow, useFlow } from './use-flow.ts';

interface PlanFlowProps {
  readonly plan: Plan;
  readonly networks: readonly Network[];
  /** Sentences about parts that could not be looked at. */
  readonly unknown: readonly string[];
  readonly isCertain: boolean;
  readonly isLoading: boolean;
  /** e.g. "Revoke". */
  readonly verb: string;
  /** The page and the action, for a phone. */
  readonly path: string;
  /** The words when all is done, with the way on. */
  readonly done: ReactNode;
  readonly onBegin: () => void;
  readonly onClose?: () => void;
}

/** Shows what a plan changes, has it signed, and follows it. */
export function PlanFlow(props: PlanFlowProps) {
  // A sentence about the time afterwards is true only with all that stands.
  if (props.isLoading) return <p role="status">Reading your other delegations…</p>;
  return <LoadedFlow {...props} />;
}

function LoadedFlow({
  plan,
  networks,
  unknown,
  isCertain,
  verb,
  path,
  done,
  onBegin,
  onClose,
}: PlanFlowProps) {
  const connection = useConnection();
  const flow = useFlow(plan, networks);
  const nameOf = (chainId: number) =>
    networks.find((network) => network.chainId === chainId)?.name ?? `Chain ${chainId}`;
  const isSigner = connection !== null && isSame(connection.account, plan.vault);
  const { hasBegun } = flow;
  const canSign =
    flow.isRunning || flow.sendings.some(({ state }) => state !== 'done' && state !== 'elsewhere');
  const hasTransactions = plan.transactions.length > 0;
  useEffect(() => {
    if (hasBegun) onBegin();
  }, [hasBegun, onBegin]);
  const next = useRef<HTMLButtonElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useKeptFocus(flow.isDone ? end : next, `${isSigner} ${flow.isDone}`);
  return (
    <div className="plan-flow stack">
      <PlanSummary plan={plan} unknown={unknown} isCertain={isCertain} />
      {plan.problems.map((problem) => (
        <p key={problem} className="note" data-tone="bad" role="alert">
          {problem}
        </p>
      ))}
      <ol className="stack stack--m">
        {flow.sendings.map((sending, index) => (
          <SendingCard
            key={sending.id}
            sending={sending}
            place={flow.sendings.length > 1 ? [index + 1, flow.sendings.length] : null}
            connection={isSigner ? connection : null}
            nameOf={nameOf}
          />
        ))}
      </ol>
      {!flow.isDone && hasTransactions && (
        <SafeExport
          transactions={plan.transactions}
          isOpen={connection !== null && !isSigner}
          nameOf={nameOf}
        />
      )}
      <div className="plan-flow__foot stack stack--m">
        {!flow.isDone && hasTransactions && <Signer vault={plan.vault} connection={connection} path={path} />}
        {flow.isDone && (
          <div ref={end} tabIndex={-1} className="note" data-tone="good" role="status">
            {done}
          </div>
        )}
        <div className="row row--end actions">
          {onClose && (
            <button type="button" className="button button--quiet" onClick={onClose}>
              {flow.isDone ? 'Close' : flow.isRunning ? 'Close and keep following' : 'Cancel'}
            </button>
          )}
          {isSigner && !flow.isDone && canSign && (
            <button
              ref={next}
              type="button"
              className="button"
              aria-disabled={flow.isRunning}
              onClick={() => {
                if (!flow.isRunning) flow.start();
              }}
            >
              {writeAction(flow, verb)}
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

function writeAction({ sendings, isRunning }: Flow, verb: string): string {
  if (isRunning) return 'Under way…';
  if (sendings.some(({ state }) => state === 'bad' || state === 'stuck')) return 'Try again';
  const left = sendings.filter(({ state }) => state === 'todo');
  if (sendings.some(({ state }) => state === 'done')) return `Continue with ${left.length} more`;
  const names = [...new Set(left.map(({ network }) => network.name))];
  if (left.length === 1) return `${verb} on ${names[0]}`;
  return `${verb} with ${left.length} signatures`;
}

/** Moves the focus on when the button that had it is gone, e.g. after connecting. */
function useKeptFocus(target: RefObject<HTMLElement | null>, state: string): void {
  const before = useRef(state);
  useEffect(() => {
    const isChanged = before.current !== state;
    before.current = state;
    const { activeElement, body } = document;
    if (isChanged && (activeElement === null || activeElement === body)) target.current?.focus();
  }, [target, state]);
}
