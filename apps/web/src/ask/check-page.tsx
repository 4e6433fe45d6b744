import type { Network } from '@mandate/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { networksQuery } from '../service/queries.ts';
import { Segments } from '../ui/form/segments.tsx';
import { useFold } from '../ui/form/use-fold.ts';
import { FailureNote } from '../ui/page/failure-note.tsx';
import { usePageTitle } from '../ui/page/page-title.ts';
import { AnswerCard } from './act/answer-card.tsx';
import { CheckForm } from './act/check-form.tsx';
import { callOfClaim } from './claim/call-of-claim.ts';
import { ClaimCard } from './claim/claim-card.tsx';
import { ClaimForm } from './claim/claim-form.tsx';
import { type ClaimQuestion, readClaim } from './claim/read-claim.ts';
import { POSSIBLE_ANSWERS, WHAT_COUNTS, WHAT_MAY_CLAIM } from './explanations.tsx';
import { callOfCheck } from './question/call-of-check.ts';
import type { Question } from './question/check-kinds.ts';
import type { CheckSearch } from './question/check-search.ts';
import { readQuestion } from './question/read-question.ts';
import { isSameForm } from './question/use-edited.ts';
import { SnippetCard } from './snippet-card.tsx';
import { StaleNote } from './stale-note.tsx';
import { callOfVaults } from './vaults/call-of-vaults.ts';
import { readVaults, type VaultsQuestion } from './vaults/read-vaults.ts';
import { VaultsCard } from './vaults/vaults-card.tsx';
import { VaultsForm } from './vaults/vaults-form.tsx';

const MAINNET = 1;

type Mode = 'one' | NonNullable<CheckSearch['ask']>;

/** From the narrowest question to the broadest. */
const MODES = [
  { value: 'one', text: 'May act?' },
  { value: 'claim', text: 'May claim?' },
  { value: 'vaults', text: 'Which vaults?' },
] as const;

const FORM_ID = 'question';

const LEADS: Readonly<Record<Mode, string>> = {
  one: 'Ask whether one wallet may act for another, verify the answer, and copy the question as code.',
  claim: 'Ask whether a wallet holds a token, itself or through vaults that delegated to it.',
  vaults: 'Ask which vaults a hot wallet may act for, on every chain and in both registries.',
};

/** Shown until a question is asked. */
const BEFORE: Readonly<Record<Mode, ReactNode>> = {
  one: POSSIBLE_ANSWERS,
  vaults: WHAT_COUNTS,
  claim: WHAT_MAY_CLAIM,
};

export function CheckPage() {
  usePageTitle('Check');
  const search = useSearch({ from: '/check' });
  const navigate = useNavigate({ from: '/check' });
  const { data: networks, error, refetch } = useQuery(networksQuery);
  const chainId = search.chain ?? networks?.[0]?.chainId ?? MAINNET;
  const isSettled = search.chain !== undefined || networks !== undefined;
  const mode: Mode = search.ask ?? 'one';
  const question = useMemo(
    () => (isSettled ? findQuestion(mode, search, chainId) : NONE),
    [search, chainId, isSettled, mode],
  );
  const isAsked = isComplete(question);
  const [isEdited, setEdited] = useState(false);
  const [undone, setUndone] = useState(0);
  const { results, asks, onAsk, focusAnswer } = useAsking(question, search);
  // On a phone, a page that opens with an answer begins with it.
  const fold = useFold<HTMLDivElement>(NARROW, () => isComplete(findQuestion(mode, search, chainId)));
  const form = {
    id: FORM_ID,
    search,
    onAsk,
    onEdit: setEdited,
    networks: networks ?? [],
  };
  // A new form begins with the values of the question.
  const formKey = `${mode} ${undone}`;
  const undo = () => {
    setUndone(undone + 1);
    focusAnswer();
  };
  const isStale = isAsked && isEdited;
  return (
    <>
      <h1>Check</h1>
      {!fold.isFolded && <p className="lead">{LEADS[mode]}</p>}
      <div className="stack stack--l">
        <Segments
          label="Question"
          value={mode}
          onChange={(chosen) => {
            fold.open();
            void navigate({ search: switchTo(chosen, search), resetScroll: false });
          }}
          options={MODES}
        />
        {error && <FailureNote error={error} onRetry={() => void refetch()} />}
        <div className="beside" ref={fold.part}>
          {fold.isFolded ? (
            <button type="button" className="button button--quiet" onClick={() => fold.ask('input')}>
              Change the question
            </button>
          ) : (
            <>
              {mode === 'one' && <CheckForm {...form} key={formKey} chainId={chainId} />}
              {mode === 'vaults' && <VaultsForm {...form} key={formKey} />}
              {mode === 'claim' && <ClaimForm {...form} key={formKey} chainId={chainId} />}
            </>
          )}
          <div className="stack stack--l" ref={results} data-stale={isStale}>
            <StaleNote isStale={isStale} formId={FORM_ID} onUndo={undo} />
            <Results
              key={JSON.stringify([search, asks])}
              asked={search}
              question={question}
              chainId={chainId}
              networks={networks ?? []}
            />
            {!isAsked && BEFORE[mode]}
          </div>
        </div>
      </div>
    </>
  );
}

/** Asks a question and moves the focus to its answer. Pages opened by a link start at the top. */
function useAsking(question: Questions, search: CheckSearch) {
  const navigate = useNavigate({ from: '/check' });
  const results = useRef<HTMLDivElement>(null);
  const isAsking = useRef(false);
  const [asks, setAsks] = useState(0);
  const focusAnswer = () => {
    const answer = results.current?.querySelector<HTMLElement>('[data-answer]');
    answer?.focus({ preventScroll: true });
    answer?.scrollIntoView({ block: 'nearest' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once the asked question is shown.
  useEffect(() => {
    if (!isAsking.current) return;
    isAsking.current = false;
    focusAnswer();
  }, [question, asks]);
  const onAsk = (asked: CheckSearch) => {
    isAsking.current = true;
    // The same question is asked again, too.
    if (isSameForm(asked, search)) setAsks(asks + 1);
    else void navigate({ search: asked, resetScroll: false });
  };
  return { results, asks, onAsk, focusAnswer };
}

/** The form is above the answer here, not beside it. */
const NARROW = '(max-width: 939px)';

interface ResultsProps {
  readonly asked: CheckSearch;
  readonly question: Questions;
  readonly chainId: number;
  readonly networks: readonly Network[];
}

/** Shows the answer and the question as code. */
function Results({ asked: search, question: { one, vaults, claim }, chainId, networks }: ResultsProps) {
  const asked = { ...search, chain: chainId };
  const network = networks.find((each) => each.chainId === chainId);
  return (
    <>
      {one && <AnswerCard asked={asked} question={one} networks={networks} />}
      {one && <SnippetCard call={callOfCheck(one)} takesKeys={one.check.registry === 'v2'} />}
      {vaults && <VaultsCard asked={search} question={vaults} networks={networks} />}
      {vaults && <SnippetCard call={callOfVaults(vaults)} takesKeys />}
      {claim && <ClaimCard asked={asked} question={claim} network={network} />}
      {claim && <SnippetCard call={callOfClaim(claim)} takesKeys />}
    </>
  );
}

/** Keeps the fields that the questions share. A minimum, a standard and a moment belong to one question only. */
function switchTo(chosen: Mode, { to, from, contract, tokenId, rights, chain }: CheckSearch): CheckSearch {
  return {
    ...(chosen !== 'one' && { ask: chosen }),
    ...(to && { to }),
    ...(chosen === 'one' && from && { from }),
    ...(contract && { contract }),
    ...(tokenId && { tokenId }),
    ...(rights && { rights }),
    ...(chosen !== 'vaults' && chain && { chain }),
  };
}

/** At most one of them. */
interface Questions {
  readonly one?: Question | null;
  readonly vaults?: VaultsQuestion | null;
  readonly claim?: ClaimQuestion | null;
}

const NONE: Questions = {};

const isComplete = ({ one, vaults, claim }: Questions) => Boolean(one ?? vaults ?? claim);

/** Returns no question while the URL has no complete one. */
function findQuestion(mode: Mode, search: CheckSearch, chainId: number): Questions {
  if (mode === 'vaults') return { vaults: readVaults(search).question ?? null };
  if (mode === 'claim') return { claim: readClaim(search, chainId).question ?? null };
  return { one: readQuestion(search, chainId).question ?? null };
}
