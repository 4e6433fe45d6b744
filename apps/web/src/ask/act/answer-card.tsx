import type { Network } from '@mandate/sdk';
import type { TokenContract } from '@mandate/sdk/explore';
import { useQuery } from '@tanstack/react-query';
import { useName } from '../../names/use-names.ts';
import { client } from '../../service/client.ts';
import { withdrawsAnswers } from '../../service/failure.ts';
import { AnswerFoot } from '../answer/answer-foot.tsx';
import { describeAnswer } from '../answer/describe-answer.ts';
import { describeUnknown } from '../answer/describe-unknown.ts';
import { describeYes } from '../answer/describe-yes.ts';
import { Elsewhere } from '../answer/elsewhere.tsx';
import { QuestionText } from '../answer/question-text.tsx';
import { Reasons } from '../answer/reasons.tsx';
import { VerdictCard } from '../answer/verdict-card.tsx';
import { YesAdviceNote } from '../answer/yes-advice.tsx';
import { type Answered, askOf, type Question } from '../question/check-kinds.ts';
import type { CheckSearch } from '../question/check-search.ts';
import { isPast } from '../question/moments.ts';
import { useVerification } from '../verify/use-verification.ts';
import { describeOutcome, type Outcome } from '../verify/verification.ts';
import { VerifyPanel } from '../verify/verify-panel.tsx';

interface AnswerCardProps {
  /** The question as the URL keeps it. */
  readonly asked: CheckSearch;
  readonly question: Question;
  readonly networks: readonly Network[];
}

export function AnswerCard({ asked, question, networks }: AnswerCardProps) {
  const network = networks.find(({ chainId }) => chainId === question.chainId);
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
  const { verdict, answer, because, last } = combine({
    question,
    data,
    error,
    settled,
    token: useToken(question),
  });
  return (
    <VerdictCard
      question={<QuestionText question={question} network={network} />}
      verdict={verdict}
      isFetching={isFetching}
    >
      {because.length > 0 && (
        <Reasons
          because={because}
          chainId={question.chainId}
          explorer={network?.explorer ?? null}
          title={`${describeReasons(because.length, isPast(question.moment))}${settled ? ', as the service says' : ''}`}
        />
      )}
      {verdict?.kind === 'no' && (
        <>
          {answer && (
            <Elsewhere asked={asked} question={question} block={answer.block.number} networks={networks} />
          )}
          <YesAdviceNote advice={describeYes(question, network)} />
        </>
      )}
      {(data || settled) && <VerifyPanel question={question} network={network} verifying={verifying} />}
      <AnswerFoot
        asked={asked}
        answer={answer}
        last={last}
        network={network}
        isPast={isPast(question.moment)}
        isFetching={isFetching}
        onRefresh={() => (settled ? verifying.verify() : void refetch())}
      />
    </VerdictCard>
  );
}

/** Returns the token whose amount is asked for, in its own words. */
function useToken({ check, chainId, contract }: Question): TokenContract | null {
  const isAmount = check.answer === 'balance' && !check.hasTokenId;
  return useName(isAmount && contract ? { chainId, address: contract } : null)?.contract ?? null;
}

interface Parts {
  readonly question: Question;
  readonly data: Answered | undefined;
  readonly error: unknown;
  readonly settled: Outcome | null;
  readonly token: TokenContract | null;
}

/** Once verified, an answer is shown as far as its proof goes, whatever the service says later. */
function combine({ question, data, error, settled, token }: Parts) {
  const said = error ? describeUnknown(error) : data && describeAnswer(question, data.value, token);
  const isKnown = data !== undefined && !error;
  if (!settled) {
    const last = data && error ? describeAnswer(question, data.value).headline : null;
    return { verdict: said, answer: data, because: isKnown ? data.because : [], last };
  }
  const answer = settled.type === 'verified' ? { ...settled, safeBlock: null } : undefined;
  const isSame = isKnown && data.value === answer?.value;
  const verdict = describeOutcome(question, said, settled, token);
  return { verdict, answer, because: isSame ? data.because : [], last: null };
}

function describeReasons(count: number, isPast: boolean): string {
  if (isPast) return count === 1 ? 'Reason at that time' : 'Reasons at that time';
  return count === 1 ? 'Reason' : 'Reasons';
}
