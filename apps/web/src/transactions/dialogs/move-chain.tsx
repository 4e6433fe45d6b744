import type { Network } from '@mandate/sdk';
import type { WalletDelegation } from '@mandate/sdk/explore';
import type { MovePlan, MoveStandard, UnmovedReason } from '@mandate/sdk/move';
import { Segments } from '../../ui/form/segments.tsx';
import { rowKeyOf } from '../row-key.ts';
import { REASONS } from './move-words.ts';
import { RowList } from './row-list.tsx';

interface MoveChainProps {
  readonly chainId: number;
  readonly move: MovePlan<WalletDelegation>;
  readonly networks: readonly Network[];
  readonly choices: ReadonlyMap<string, MoveStandard>;
  /** `null` once the plan is on its way. */
  readonly onChoose: ((row: WalletDelegation, standard: MoveStandard | null) => void) | null;
}

/** The plan of one chain: what is moved, what v2 has already, and what waits for a choice. */
export function MoveChain({ chainId, move, networks, choices, onChoose }: MoveChainProps) {
  const here = <T extends { readonly row: WalletDelegation }>(all: readonly T[]) =>
    all.filter(({ row }) => row.chainId === chainId);
  const chosen = here(move.moved).filter(({ row }) => choices.has(rowKeyOf(row)));
  const moved = here(move.moved).filter(({ row }) => !choices.has(rowKeyOf(row)));
  const [there, unmoved] = [here(move.there), here(move.unmoved)];
  const open: readonly { row: WalletDelegation; reason?: UnmovedReason }[] = [...unmoved, ...chosen];
  const name = networks.find((network) => network.chainId === chainId)?.name ?? `Chain ${chainId}`;
  const list = (title: string, rows: readonly { readonly row: WalletDelegation }[]) =>
    rows.length > 0 && (
      <div className="stack stack--s">
        <h4>
          {title}: {rows.length}
        </h4>
        <RowList rows={rows.map(({ row }) => row)} networks={networks} />
      </div>
    );
  return (
    <section className="box stack stack--m" aria-label={name}>
      <h3>{name}</h3>
      {list('Moved', moved)}
      {list('Already in v2', there)}
      {open.length > 0 && <h4>Not certain: {open.length}</h4>}
      {open.map(({ row, reason }) => (
        <div key={rowKeyOf(row)} className="stack stack--s">
          <RowList rows={[row]} networks={networks} />
          {reason && <p className="hint">{REASONS[reason]}</p>}
          {onChoose && (
            <Segments
              label={`What becomes of token ${row.tokenId}`}
              value={choices.get(rowKeyOf(row)) ?? ''}
              options={optionsOf(reason)}
              onChange={(value) => onChoose(row, value === '' ? null : value)}
            />
          )}
        </div>
      ))}
    </section>
  );
}

const LEAVE = { value: '', text: 'Leave in v1' } as const;
const AS_ERC1155 = { value: 'ERC1155', text: 'Move as ERC1155' } as const;
const OPTIONS = [LEAVE, { value: 'ERC721', text: 'Move as ERC721' }, AS_ERC1155] as const;

/** Only the amount of an ERC1155 can differ. */
const optionsOf = (reason: UnmovedReason | undefined) =>
  reason === 'otherAmount' ? [LEAVE, AS_ERC1155] : OPTIONS;
