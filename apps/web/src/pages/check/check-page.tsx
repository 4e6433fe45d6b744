import './check.css';
import type { Network } from '@mandate/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef } from 'react';
import { networksQuery } from '../../api/queries.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { usePageTitle } from '../../components/page-title.ts';
import { Segments } from '../../components/segments.tsx';
import { callOfClaim } from '../claim/call-of-claim.ts';
import { ClaimCard } from '../claim/claim-card.tsx';
import { ClaimForm } from '../claim/claim-form.tsx';
import { type ClaimQuestion, readClaim } from '../claim/read-claim.ts';
import { WhatMayClaim } from '../claim/what-may-claim.tsx';
import { callOfVaults } from '../vaults/call-of-vaults.ts';
import { readVaults, type VaultsQuestion } from '../vaults/read-vaults.ts';
import { VaultsCard } from '../vaults/vaults-card.tsx';
import { VaultsForm } from '../vaults/vaults-form.tsx';
import { WhatCounts } from '../vaults/what-counts.tsx';
import { AnswerCard } from './answer-card.tsx';
import { callOfCheck } from './call-of-check.ts';
import { CheckForm } from './check-form.tsx';
import { findCheck, type Question } from './check-kinds.ts';
import { type CheckSearch, textsOf } from './check-search.ts';
import { PossibleAnswers } from './possible-answers.tsx';
import { readQuestion } from './read-question.ts';
import { SnippetCard } from './snippet-card.tsx';

const MAINNET = 1;

type Mode = 'one' | NonNullable<CheckSearch['ask']>;

const MODES = [
  { value: 'one', text: 'Check one vault' },
  { value: 'vaults', text: 'Find all vaults' },
  { value: 'claim', text: 'May claim?' },
] as const;

const LEADS: Readonly<Record<Mode, string>> = {
  one: 'Check whether one wallet may act for another, and copy the check as code.',
  vaults: 'Find the vaults that a hot wallet may act for, on every chain and in both registries.',
  claim: 'Check whether a wallet holds a token, itself or through vaults that delegated to it.',
};

/** Shown until a question is asked. */
const BEFORE: Readonly<Record<Mode, ReactNode>> = {
  one: <PossibleAnswers />,
  vaults: <WhatCounts />,
  claim: <WhatMayClaim />,
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
  const isAsked = Boolean(question.one ?? question.vaults ?? question.claim);
  const results = useRef<HTMLDivElement>(null);
  const hasAsked = useRef(false);
  // Scrolls to the answer if it is below the form. Pages opened by a link start at the top.
  useEffect(() => {
    if (isAsked && question && hasAsked.current)
      results.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [isAsked, question]);
  const onAsk = (asked: CheckSearch) => {
    hasAsked.current = true;
    void navigate({ search: asked, resetScroll: false });
  };
  const form = { search, onAsk, networks: networks ?? [] };
  return (
    <>
      <h1>Check</h1>
      <p className="lead">{LEADS[mode]}</p>
      <div className="check-mode">
        <Segments
          label="Question"
          value={mode}
          onChange={(chosen) => void navigate({ search: switchTo(chosen, search), resetScroll: false })}
          options={MODES}
        />
      </div>
      {error && <FailureNote error={error} onRetry={() => void refetch()} />}
      <div className="check">
        {mode === 'one' && <CheckForm {...form} chainId={chainId} />}
        {mode === 'vaults' && <VaultsForm {...form} />}
        {mode === 'claim' && <ClaimForm {...form} chainId={chainId} />}
        <div className="check__results" ref={results}>
          <Results
            key={JSON.stringify(search)}
            question={question}
            chainId={chainId}
            networks={networks ?? []}
          />
          {!isAsked && BEFORE[mode]}
        </div>
      </div>
    </>
  );
}

interface ResultsProps {
  readonly question: Questions;
  readonly chainId: number;
  readonly networks: readonly Network[];
}

/** Shows the answer and the question as code. */
function Results({ question: { one, vaults, claim }, chainId, networks }: ResultsProps) {
  const network = networks.find((each) => each.chainId === chainId);
  return (
    <>
      {one && <AnswerCard question={one} network={network} />}
      {one && <SnippetCard call={callOfCheck(one)} takesKeys={one.check.registry === 'v2'} />}
      {vaults && <VaultsCard question={vaults} networks={networks} />}
      {vaults && <SnippetCard call={callOfVaults(vaults)} takesKeys />}
      {claim && <ClaimCard question={claim} network={network} />}
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

/** Returns no question while the URL has no complete one. */
function findQuestion(mode: Mode, search: CheckSearch, chainId: number): Questions {
  if (mode === 'vaults') return { vaults: readVaults(search).question ?? null };
  if (mode === 'claim') return { claim: readClaim(search, chainId).question ?? null };
  const check = findCheck(search.registry ?? 'v2', search.kind ?? 'all');
  return {
    one: readQuestion({ check, chainId, when: search.when, texts: textsOf(search) }).question ?? null,
  };
}
