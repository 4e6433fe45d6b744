import './answer.css';
import type { Network } from '@mandate/sdk';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { describeFailure } from '../../api/failure.ts';
import { BlockAge } from '../../components/block-age.tsx';
import type { Answered, Question } from './check-kinds.ts';
import { describeAnswer, type Verdict } from './describe-answer.ts';
import { isPast } from './moments.ts';
import { QuestionText } from './question-text.tsx';
import { Reasons } from './reasons.tsx';
import { TrueAt } from './true-at.tsx';
import { VerdictMark } from './verdict-mark.tsx';

interface AnswerCardProps {
  readonly question: Question;
  readonly network: Network | undefined;
}

export function AnswerCard({ question, network }: AnswerCardProps) {
  const { data, error, isFetching, refetch } = useQuery({
    // `check` contains functions, which a key cannot hold; its path identifies it.
    queryKey: ['check', question.check.path, { ...question, check: null, tokenId: String(question.tokenId) }],
    queryFn: ({ signal }) => ask(question, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const verdict = error ? unknown(error) : data && describeAnswer(question, data.value);
  return (
    <section className="answer card" data-verdict={verdict?.kind ?? 'open'} aria-label="Answer">
      <QuestionText question={question} network={network} />
      <div className="answer__verdict" role="status" aria-busy={isFetching}>
        {verdict ? (
          <>
            <VerdictMark kind={verdict.kind} />
            <div>
              <p className="answer__headline">{verdict.headline}</p>
              {verdict.note && <p className="answer__note">{verdict.note}</p>}
            </div>
          </>
        ) : (
          <p className="answer__headline answer__headline--open">Loading…</p>
        )}
      </div>
      {data && !error && data.because.length > 0 && (
        <Reasons
          because={data.because}
          explorer={network?.explorer ?? null}
          title={describeReasons(data.because.length, isPast(question.moment))}
        />
      )}
      <div className="answer__foot">
        {data && !error && <TrueAt answer={data} network={network} isPast={isPast(question.moment)} />}
        {data && error && (
          <p className="answer__block">
            The last answer was <strong>{describeAnswer(question, data.value).headline}</strong>, at{' '}
            <BlockAge block={data.block} />.
          </p>
        )}
        <button
          type="button"
          className="button button--quiet answer__again"
          aria-disabled={isFetching}
          onClick={() => void refetch()}
        >
          {isFetching ? 'Loading…' : 'Refresh'}
        </button>
      </div>
    </section>
  );
}

function ask(
  { check, chainId, to, from, contract, tokenId, rights, moment }: Question,
  signal: AbortSignal,
): Promise<Answered> {
  return check.ask(client, {
    chainId,
    to,
    from,
    moment,
    signal,
    contract: contract ?? '0x',
    tokenId: tokenId ?? 0n,
    ...(rights && { rights }),
  });
}

function describeReasons(count: number, isPast: boolean): string {
  if (isPast) return count === 1 ? 'Reason at that time' : 'Reasons at that time';
  return count === 1 ? 'Reason' : 'Reasons';
}

/** Returns the third state, which is never a no. */
function unknown(error: unknown): Verdict {
  const { title, next, passes } = describeFailure(error);
  return passes
    ? { kind: 'unknown', headline: 'Unknown right now', note: `${title}. ${next}` }
    : { kind: 'unknown', headline: 'Unknown', note: `${title}. ${next}` };
}
