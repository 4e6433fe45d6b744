import './check.css';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { networksQuery } from '../../api/queries.ts';
import { FailureNote } from '../../components/failure-note.tsx';
import { usePageTitle } from '../../components/page-title.ts';
import { AnswerCard } from './answer-card.tsx';
import { CheckForm } from './check-form.tsx';
import { findCheck, type Question } from './check-kinds.ts';
import type { CheckSearch } from './check-search.ts';
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
  const question = useMemo(
    () => (isSettled ? findQuestion(search, chainId) : null),
    [search, chainId, isSettled],
  );
  const network = networks?.find((one) => one.chainId === chainId);
  const results = useRef<HTMLDivElement>(null);
  const hasAsked = useRef(false);
  // Where the answer is below the form, whoever asked is brought to it. A link opens at the top as any other.
  useEffect(() => {
    if (question && hasAsked.current)
      results.current?.scrollIntoView({ block: 'nearest', behavior: 'smooth' });
  }, [question]);
  return (
    <>
      <h1>Check</h1>
      <p className="lead">May one wallet act for another? Ask, and take the question home as code.</p>
      {error && <FailureNote error={error} onRetry={() => void refetch()} />}
      <div className="check">
        <CheckForm
          search={search}
          chainId={chainId}
          networks={networks ?? []}
          onAsk={(asked) => {
            hasAsked.current = true;
            void navigate({ search: asked, resetScroll: false });
          }}
        />
        <div className="check__results" ref={results}>
          {question ? (
            <>
              <AnswerCard key={JSON.stringify(search)} question={question} network={network} />
              <SnippetCard question={question} />
            </>
          ) : (
            <PossibleAnswers />
          )}
        </div>
      </div>
    </>
  );
}

/** Null: the URL holds no whole question yet. */
function findQuestion(search: CheckSearch, chainId: number): Question | null {
  const check = findCheck(search.registry ?? 'v2', search.kind ?? 'all');
  const { to = '', from = '', contract = '', tokenId = '', rights = '' } = search;
  return readQuestion(check, chainId, { to, from, contract, tokenId, rights }).question ?? null;
}
