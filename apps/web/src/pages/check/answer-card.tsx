import './answer.css';
import type { Network } from '@mandate/sdk';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { AnswerFoot } from './answer-foot.tsx';
import type { Answered, Question } from './check-kinds.ts';
import { describeAnswer } from './describe-answer.ts';
import { describeUnknown } from './describe-unknown.ts';
import { isPast } from './moments.ts';
import { QuestionText } from './question-text.tsx';
import { Reasons } from './reasons.tsx';
import { VerdictStatus } from './verdict-status.tsx';

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
  const verdict = error ? describeUnknown(error) : data && describeAnswer(question, data.value);
  return (
    <section className="answer card" data-verdict={verdict?.kind ?? 'open'} aria-label="Answer">
      <QuestionText question={question} network={network} />
      <VerdictStatus verdict={verdict} isFetching={isFetching} />
      {data && !error && data.because.length > 0 && (
        <Reasons
          because={data.because}
          explorer={network?.explorer ?? null}
          title={describeReasons(data.because.length, isPast(question.moment))}
        />
      )}
      <AnswerFoot
        answer={data}
        last={data && error ? describeAnswer(question, data.value).headline : null}
        network={network}
        isPast={isPast(question.moment)}
        isFetching={isFetching}
        onRefresh={() => void refetch()}
      />
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
