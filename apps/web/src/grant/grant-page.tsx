import type { Network } from '@mandate/sdk';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { networksQuery } from '../service/queries.ts';
import type { ReadDraft } from '../transactions/form/grant-draft.ts';
import type { GrantSearch } from '../transactions/grant-search.ts';
import { Explanation } from '../ui/page/explanation.tsx';
import { FailureNote } from '../ui/page/failure-note.tsx';
import { usePageTitle } from '../ui/page/page-title.ts';
import { GrantForm } from './grant-form.tsx';
import { GrantReview } from './grant-review.tsx';

export function GrantPage() {
  usePageTitle('Grant');
  const search = useSearch({ from: '/grant' });
  const { data: networks, error, refetch } = useQuery(networksQuery);
  return (
    <>
      <h1>Grant a delegation</h1>
      <p className="lead">
        Let another wallet act for your vault, e.g. to claim or to vote. Your assets stay where they are, and
        you can revoke it at any time.
      </p>
      {error && <FailureNote error={error} onRetry={() => void refetch()} />}
      {networks && <Grant key={JSON.stringify(search)} search={search} networks={networks} />}
    </>
  );
}

type Reviewed = Extract<ReadDraft, { write: unknown }>;

function Grant({ search, networks }: { search: GrantSearch; networks: readonly Network[] }) {
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const [hasBegun, setBegun] = useState(false);
  return (
    <div className="beside">
      <GrantForm
        search={search}
        networks={networks}
        isLocked={hasBegun}
        onReview={setReviewed}
        onEdit={() => setReviewed(null)}
      />
      {reviewed ? (
        <GrantReview
          vault={reviewed.vault}
          write={reviewed.write}
          networks={networks}
          onBegin={() => setBegun(true)}
          onAgain={() => {
            setBegun(false);
            setReviewed(null);
          }}
        />
      ) : (
        <Explanation title="What a delegation does" items={WHAT_GRANTS_DO} />
      )}
    </div>
  );
}

/** Shown until the form was reviewed. */
const WHAT_GRANTS_DO = [
  [
    'It moves nothing',
    'It says that a wallet may act for the vault, and apps read it. It approves no transfer and no spending.',
  ],
  [
    'Give as little as works',
    'One contract or one NFT is often enough. A delegation of the whole wallet covers all of it, also what you buy later.',
  ],
  [
    'It lasts until you revoke it',
    'It is for one chain and in one registry. Most apps read both registries, v1 and v2. Choose v2 for a new one.',
  ],
] as const;
