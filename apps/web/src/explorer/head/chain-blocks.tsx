import { BlockAge } from '../../ui/time/block-age.tsx';
import type { NameOfChain } from '../wallet/rows.ts';
import type { WalletAnswer } from '../wallet/wallet-query.ts';

interface ChainBlocksProps {
  readonly chains: WalletAnswer['chains'];
  readonly nameOfChain: NameOfChain;
  /** True when the timeline shows the time instead of the age. */
  readonly isPast: boolean;
}

/** Names the block of every chain that the list is of. */
export function ChainBlocks({ chains, nameOfChain, isPast }: ChainBlocksProps) {
  const known = chains.filter((chain) => chain.known);
  const [first] = known;
  if (!first) return <span>{chains.length > 0 ? 'No chain answered' : 'Not loaded yet'}</span>;
  const shownBlock = (block: typeof first.block) => (isPast ? { ...block, timestamp: null } : block);
  if (known.length === 1) {
    return (
      <span className="chain-blocks__one">
        As of <BlockAge block={shownBlock(first.block)} />
        {chains.length > 1 && ` on ${nameOfChain(first.chainId)}`}
      </span>
    );
  }
  return (
    <details className="chain-blocks">
      <summary>As of blocks on {known.length} chains</summary>
      <ul className="card stack stack--s">
        {known.map(({ chainId, block }) => (
          <li key={chainId} className="row row--apart">
            <span>{nameOfChain(chainId)}</span> <BlockAge block={shownBlock(block)} />
          </li>
        ))}
      </ul>
    </details>
  );
}
