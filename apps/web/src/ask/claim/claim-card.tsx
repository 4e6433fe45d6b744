import type { Eligibility, Network } from '@mandate/sdk';
import { useQuery } from '@tanstack/react-query';
import { withdrawsAnswers } from '../../service/failure.ts';
import { AnswerFoot } from '../answer/answer-foot.tsx';
import { describeUnknown } from '../answer/describe-unknown.ts';
import { VerdictCard } from '../answer/verdict-card.tsx';
import { YesAdviceNote } from '../answer/yes-advice.tsx';
import type { CheckSearch } from '../question/check-search.ts';
import { isPast } from '../question/moments.ts';
import { adviseOnClaim } from './advise-on-claim.ts';
import { claimQuery } from './claim-query.ts';
import { ClaimText } from './claim-text.tsx';
import { describeEligibility } from './describe-eligibility.ts';
import { HolderItem } from './holder-item.tsx';
import type { ClaimQuestion } from './read-claim.ts';
import { UnknownParts } from './unknown-parts.tsx';

interface ClaimCardProps {
  /** The question as the URL keeps it. */
  readonly asked: CheckSearch;
  readonly question: ClaimQuestion;
  readonly network: Network | undefined;
}

/** Answers "May claim?": the verdict, what is unknown, and who holds what counts. */
export function ClaimCard({ asked, question, network }: ClaimCardProps) {
  const { data: kept, error, isFetching, refetch } = useQuery(claimQuery(question));
  const data = withdrawsAnswers(error) ? undefined : kept;
  const verdict = error ? describeUnknown(error) : data && describeEligibility(question, data);
  return (
    <VerdictCard
      question={<ClaimText question={question} standard={data?.standard ?? null} network={network} />}
      verdict={verdict}
      isFetching={isFetching}
    >
      {data && !error && (
        <UnknownParts parts={data.unknown} isKnown={data.eligible !== null} chainId={question.chainId} />
      )}
      {data && !error && data.holders.length > 0 && (
        <Holders question={question} answer={data} explorer={network?.explorer ?? null} />
      )}
      {data && verdict?.kind === 'no' && (
        <YesAdviceNote
          advice={adviseOnClaim(question, data)}
          signer={question.vault ? 'The vault' : 'A vault'}
        />
      )}
      <AnswerFoot
        asked={asked}
        answer={data}
        last={data && error ? describeEligibility(question, data).headline : null}
        network={network}
        isPast={isPast(question.moment)}
        isFetching={isFetching}
        onRefresh={() => void refetch()}
      />
    </VerdictCard>
  );
}

interface HoldersProps {
  readonly question: ClaimQuestion;
  readonly answer: Eligibility;
  readonly explorer: string | null;
}

function Holders({ question, answer, explorer }: HoldersProps) {
  const { wallet } = question;
  return (
    <section className="stack stack--m" aria-label="Holders">
      <h2>{isPast(question.moment) ? 'What counted' : 'What counts'}</h2>
      <ul className="lines">
        {answer.holders.map((holder) => (
          <li key={holder.address}>
            <HolderItem
              holder={holder}
              isItself={holder.address.toLowerCase() === wallet.toLowerCase()}
              standard={answer.standard}
              wallet={wallet}
              block={answer.block}
              explorer={explorer}
            />
          </li>
        ))}
      </ul>
      <p className="hint">
        If you run the claim, note it for each vault or token: another wallet may act for the same vault.
      </p>
    </section>
  );
}
