import type { Network } from '@mandate/sdk';
import type { WalletDelegation } from '@mandate/sdk/explore';
import { type MoveParameters, type MovePlan, type MoveStandard, planMoveToV2 } from '@mandate/sdk/move';
import { useMemo, useState } from 'react';
import { PlanFlow } from '../flow/plan-flow.tsx';
import { type Plan, planWrites } from '../plan/plan.ts';
import { rowKeyOf } from '../row-key.ts';
import { EndOfV1 } from './end-of-v1.tsx';
import { MoveChain } from './move-chain.tsx';

interface MoveProps {
  readonly vault: `0x${string}`;
  /** All delegations of the vault that stand now. */
  readonly rows: readonly WalletDelegation[];
  readonly unknownChains: readonly number[];
  readonly standardOf: MoveParameters<WalletDelegation>['standardOf'];
  readonly networks: readonly Network[];
  readonly onClose: () => void;
}

interface Shown {
  readonly move: MovePlan<WalletDelegation>;
  readonly plan: Plan;
}

export function Move({ vault, rows, unknownChains, standardOf, networks, onClose }: MoveProps) {
  const [choices, setChoices] = useState<ReadonlyMap<string, MoveStandard>>(new Map());
  const now = useMemo((): Shown => {
    const choiceOf = (row: WalletDelegation) => choices.get(rowKeyOf(row));
    const move = planMoveToV2({ vault, delegations: rows, standardOf, choiceOf });
    // A v1 delegation does not make the one in v2 needless.
    const standing = rows.filter(({ registry }) => registry === 'v2');
    return { move, plan: planWrites({ vault, networks, standing, writes: move.groups.flat() }) };
  }, [vault, rows, standardOf, choices, networks]);
  const [frozen, setFrozen] = useState<Shown | null>(null);
  const { move, plan } = frozen ?? now;
  const all = [...move.moved, ...move.there, ...move.unmoved];
  const chains = [...new Set(all.map(({ row }) => row.chainId))];
  const choose = (row: WalletDelegation, standard: MoveStandard | null) => {
    const after = new Map(choices);
    if (standard) after.set(rowKeyOf(row), standard);
    else after.delete(rowKeyOf(row));
    setChoices(after);
  };
  const isBroad = move.moved.some(({ row }) => row.type !== 'TOKEN');
  return (
    <>
      <p>
        Each v1 delegation gets the same one in v2, with full rights. Nothing of v1 ends by this. What is not
        certain is not moved until you choose.
      </p>
      {chains.map((chainId) => (
        <MoveChain
          key={chainId}
          chainId={chainId}
          move={move}
          networks={networks}
          choices={choices}
          onChoose={frozen ? null : choose}
        />
      ))}
      {isBroad && (
        <p className="note" data-tone="warn">
          <span>
            <strong>v2 answers more.</strong> There, a delegation of the whole wallet or of a contract also
            allows ERC20 and ERC1155 tokens, with an unlimited amount.
          </span>
        </p>
      )}
      {plan.transactions.length > 0 || plan.problems.length > 0 ? (
        <PlanFlow
          plan={plan}
          networks={networks}
          unknown={describeUnknown(unknownChains, networks)}
          isCertain={unknownChains.length === 0}
          isLoading={false}
          verb="Move"
          path={`/explorer/${vault}`}
          done={
            <>
              <p>
                <strong>They are in v2.</strong> v1 has them, too.
              </p>
              <EndOfV1 vault={vault} move={now.move} />
            </>
          }
          onBegin={() => setFrozen((before) => before ?? now)}
          onClose={onClose}
        />
      ) : (
        <>
          <p className="quiet">There is nothing to sign: v2 has all that is certain.</p>
          <EndOfV1 vault={vault} move={now.move} />
        </>
      )}
    </>
  );
}

function describeUnknown(chainIds: readonly number[], networks: readonly Network[]): readonly string[] {
  if (chainIds.length === 0) return [];
  const names = chainIds.map((id) => networks.find(({ chainId }) => chainId === id)?.name ?? `chain ${id}`);
  return [`Your delegations on ${names.join(', ')} are unknown now, so they are not in this plan.`];
}
