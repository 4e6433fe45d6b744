import type { Answer, Network } from '@mandate/sdk';
import { BlockAge } from '../../components/block-age.tsx';
import { TrueAt } from './true-at.tsx';

interface AnswerFootProps {
  readonly answer: Pick<Answer<unknown>, 'block' | 'safeBlock'> | undefined;
  /** The headline of the last answer, if the newest question failed. */
  readonly last: string | null;
  readonly network: Network | undefined;
  readonly isPast: boolean;
  readonly isFetching: boolean;
  readonly onRefresh: () => void;
}

/** Shows the block of an answer, and asks again. */
export function AnswerFoot({ answer, last, network, isPast, isFetching, onRefresh }: AnswerFootProps) {
  return (
    <div className="answer__foot">
      {answer && last === null && <TrueAt answer={answer} network={network} isPast={isPast} />}
      {answer && last !== null && (
        <p className="answer__block">
          The last answer was <strong>{last}</strong>, at <BlockAge block={answer.block} />.
        </p>
      )}
      <button
        type="button"
        className="button button--quiet answer__again"
        aria-disabled={isFetching}
        onClick={onRefresh}
      >
        {isFetching ? 'Loading…' : 'Refresh'}
      </button>
    </div>
  );
}
