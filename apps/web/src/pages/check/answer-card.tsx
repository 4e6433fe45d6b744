import './answer.css';
import type { Network } from '@mandate/sdk';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { withdrawsAnswers } from '../../api/failure.ts';
import { useVerification } from '../verify/use-verification.ts';
import { describeOutcome, type Outcome } from '../verify/verification.ts';
import { VerifyPanel } from '../verify/verify-panel.tsx';
import { AnswerFoot } from './answer-foot.tsx';
import { type Answered, askOf, type Question } from './check-kinds.ts';
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
  const {
    data: kept,
    error,
    isFetching,
    refetch,
  } = useQuery({
    // `check` contains functions, which a key cannot hold; its path identifies it.
    queryKey: ['check', question.check.path, { ...question, check: null, tokenId: String(question.tokenId) }],
    queryFn: ({ signal }) => question.check.ask(client, { ...askOf(question), signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const data = withdrawsAnswers(error) ? undefined : kept;
  const verifying = useVerification(question, network);
  const { settled } = verifying;
  const { verdict, answer, because, last } = combine(question, data, error, settled);
  return (
    <section className="answer card" data-verdict={verdict?.kind ?? 'open'} aria-label="Answer">
      <QuestionText question={question} network={network} />
      <VerdictStatus verdict={verdict} isFetching={isFetching} />
      {because.length > 0 && (
        <Reasons
          because={because}
          explorer={network?.explorer ?? null}
          title={`${describeReasons(because.length, isPast(question.moment))}${settled ? ', as the service says' : ''}`}
        />
      )}
      {(data || settled) && <VerifyPanel question={question} network={network} verifying={verifying} />}
      <AnswerFoot
        answer={answer}
        last={last}
        network={network}
        isPast={isPast(question.moment)}
        isFetching={isFetching}
        onRefresh={() => (settled ? verifying.verify() : void refetch())}
      />
    </section>
  );
}

/** Once verified, an answer is shown as far as its proof goes, whatever the service says later. */
function combine(question: Question, data: Answered | undefined, error: unknown, settled: Outcome | null) {
  const said = error ? describeUnknown(error) : data && describeAnswer(question, data.value);
  const isKnown = data !== undefined && !error;
  if (!settled) {
    const last = data && error ? describeAnswer(question, data.value).headline : null;
    return { verdict: said, answer: data, because: isKnown ? data.because : [], last };
  }
  const answer = settled.type === 'verified' ? { ...settled, safeBlock: null } : undefined;
  const isSame = isKnown && data.value === answer?.value;
  const verdict = describeOutcome(question, said, settled);
  return { verdict, answer, because: isSame ? data.because : [], last: null };
}

function describeReasons(count: number, isPast: boolean): string {
  if (isPast) return count === 1 ? 'Reason at that time' : 'Reasons at that time';
  return count === 1 ? 'Reason' : 'Reasons';
}
