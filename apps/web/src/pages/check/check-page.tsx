import './check.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { networksQuery } from '../../api/queries.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { usePageTitle } from '../../components/page-title.ts';
import { Segments } from '../../components/segments.tsx';
import { callOfVaults } from '../vaults/call-of-vaults.ts';
import { readVaults } from '../vaults/read-vaults.ts';
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

export function CheckPage() {
  usePageTitle('Check');
  const search = useSearch({ from: '/check' });
  const navigate = useNavigate({ from: '/check' });
  const { data: networks, error, refetch } = useQuery(networksQuery);
  const chainId = search.chain ?? networks?.[0]?.chainId ?? MAINNET;
  const isSettled = search.chain !== undefined || networks !== undefined;
  const isOfVaults = search.ask === 'vaults';
  const question = useMemo(
    () => (isSettled && !isOfVaults ? findQuestion(search, chainId) : null),
    [search, chainId, isSettled, isOfVaults],
  );
  const vaults = useMemo(() => (isOfVaults ? readVaults(search).question : null), [search, isOfVaults]);
  const network = networks?.find((one) => one.chainId === chainId);
  const results = useRef<HTMLDivElement>(null);
  const hasAsked = useRef(false);
  // Scrolls to the answer if it is below the form. Pages opened by a link start at the top.
  useEffect(() => {
    if ((question || vaults) && hasAsked.current)
      results.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [question, vaults]);
  const onAsk = (asked: CheckSearch) => {
    hasAsked.current = true;
    void navigate({ search: asked, resetScroll: false });
  };
  return (
    <>
      <h1>Check</h1>
      <p className="lead">
        {isOfVaults
          ? 'Find the vaults that a hot wallet may act for, on every chain and in both registries.'
          : 'Check whether one wallet may act for another, and copy the check as code.'}
      </p>
      <div className="check-mode">
        <Segments
          label="Question"
          value={isOfVaults ? 'vaults' : 'one'}
          onChange={(chosen) => void navigate({ search: switchTo(chosen, search), resetScroll: false })}
          options={[
            { value: 'one', text: 'Check one vault' },
            { value: 'vaults', text: 'Find all vaults' },
          ]}
        />
      </div>
      {error && <FailureNote error={error} onRetry={() => void refetch()} />}
      <div className="check">
        {isOfVaults ? (
          <VaultsForm search={search} networks={networks ?? []} onAsk={onAsk} />
        ) : (
          <CheckForm search={search} chainId={chainId} onAsk={onAsk} networks={networks ?? []} />
        )}
        <div className="check__results" ref={results}>
          {vaults && (
            <>
              <VaultsCard key={JSON.stringify(search)} question={vaults} networks={networks ?? []} />
              <SnippetCard call={callOfVaults(vaults)} takesKeys />
            </>
          )}
          {question && (
            <>
              <AnswerCard key={JSON.stringify(search)} question={question} network={network} />
              <SnippetCard call={callOfCheck(question)} takesKeys={question.check.registry === 'v2'} />
            </>
          )}
          {!question && !vaults && (isOfVaults ? <WhatCounts /> : <PossibleAnswers />)}
        </div>
      </div>
    </>
  );
}

/** Keeps the fields that both questions share. */
function switchTo(chosen: 'one' | 'vaults', { to, contract, tokenId, rights, chain }: CheckSearch) {
  return {
    ...(chosen === 'vaults' && { ask: 'vaults' as const }),
    ...(to && { to }),
    ...(contract && { contract }),
    ...(tokenId && { tokenId }),
    ...(rights && { rights }),
    ...(chosen === 'one' && chain && { chain }),
  };
}

/** Returns null while the URL has no complete question. */
function findQuestion(search: CheckSearch, chainId: number): Question | null {
  const check = findCheck(search.registry ?? 'v2', search.kind ?? 'all');
  return readQuestion({ check, chainId, when: search.when, texts: textsOf(search) }).question ?? null;
}
