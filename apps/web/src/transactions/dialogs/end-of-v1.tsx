import type { WalletDelegation } from '@mandate/sdk/explore';
import { type MovePlan, planEndOfV1 } from '@mandate/sdk/move';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { standingQuery } from '../flow/standing-query.ts';
import { useActing } from '../use-acting.ts';

interface EndOfV1Props {
  readonly vault: `0x${string}`;
  /** The plan of what stands now. */
  readonly move: MovePlan<WalletDelegation>;
}

const LOOK_MS = 6_000;

/** Offers to end v1, once every grant of the move is in a safe block. The default keeps v1. */
export function EndOfV1({ vault, move }: EndOfV1Props) {
  const { revoke } = useActing();
  const isMoved = move.moved.length === 0 && move.there.length > 0;
  const { data } = useQuery({
    ...standingQuery(vault, 'strict'),
    enabled: isMoved,
    refetchInterval: LOOK_MS,
  });
  const end = useMemo(() => data && planEndOfV1(move, data.rows), [move, data]);
  if (!isMoved) return null;
  const count = move.there.length;
  return (
    <section className="stack stack--m" aria-label="End v1">
      <p>
        <strong>v1 stays, unless you end it.</strong> Sites that ask registry v1 only stop seeing{' '}
        {count === 1 ? 'this delegation' : 'these delegations'} then. What was not moved stays in any case.
      </p>
      {end && end.rows.length > 0 ? (
        <button type="button" className="button button--quiet" onClick={() => revoke(end.rows)}>
          End v1 for {count === 1 ? 'it' : `these ${count}`}…
        </button>
      ) : (
        <p role="status" className="quiet">
          This can begin once every moved delegation is in a safe block of v2.
        </p>
      )}
    </section>
  );
}
