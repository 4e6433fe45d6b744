import type { Answer, Network } from '@mandate/sdk';
import { BlockAge } from '../../ui/time/block-age.tsx';
import type { CheckSearch } from '../question/check-search.ts';
import { AnsweredAt } from './answered-at.tsx';
import { QuestionLinks } from './question-links.tsx';

interface AnswerFootProps {
  /** The question as the URL keeps it. */
  readonly asked: CheckSearch;
  readonly answer: Pick<Answer<unknown>, 'block' | 'safeBlock'> | undefined;
  /** The headline of the last answer, if the newest question failed. */
  readonly last: string | null;
  readonly network: Network | undefined;
  readonly isPast: boolean;
  readonly isFetching: boolean;
  readonly onRefresh: () => void;
}

/** Shows the block of an answer, copies links to it, and asks again. */
export function AnswerFoot({ asked, answer, last, network, isPast, isFetching, onRefresh }: AnswerFootProps) {
  return (
    <div className="row row--end foot">
      {answer && last === null && <AnsweredAt answer={answer} network={network} isPast={isPast} />}
      {answer && last !== null && (
        <p className="quiet grow">
          The last answer was <strong>{last}</strong>, at <BlockAge block={answer.block} />.
        </p>
      )}
      <div className="row">
        {/* A strict answer looks back from its block, so the block alone does not give it again. */}
        <QuestionLinks
          asked={asked}
          block={answer && last === null && asked.when !== 'strict' ? answer.block.number : null}
        />
        <button type="button" className="button button--quiet" aria-disabled={isFetching} onClick={onRefresh}>
          {isFetching ? 'Loading…' : 'Refresh'}
        </button>
      </div>
    </div>
  );
}
