/** A page of wallets as JSON. Written out by hand, as every record: JSON.stringify knows no uint256. */
import { compareBreadth } from '@mandate/core';
import type { Granting } from '@mandate/store';
import { grantFields } from '../../answers/present-grant.ts';
import { checksum } from '../../request/checksum.ts';
import type { ChainAnswer, ResolvedPage } from './read-page.ts';

export function presentPage({ wallets, chains, next }: ResolvedPage, numbers: 'number' | 'string'): string {
  const described = wallets.map(
    ({ address, grants }) =>
      `{"address":"${checksum(address)}","grants":[${presentGrants(grants, numbers).join(',')}]}`,
  );
  const answers = JSON.stringify(chains.map(describeChain));
  return `{"wallets":[${described.join(',')}],"chains":${answers},"next":${JSON.stringify(next)}}`;
}

/** Chain by chain: the broadest grant and the narrowest, which may be the same one. */
function presentGrants(grants: readonly Granting[], numbers: 'number' | 'string'): string[] {
  const byChain = Map.groupBy(grants, ({ chainId }) => chainId);
  return [...byChain]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([chainId, own]) => {
      const ordered = own.toSorted(compareGrantings);
      const [broadest, narrowest] = [ordered[0], ordered.at(-1)];
      if (!broadest || !narrowest) return [];
      const present = ({ delegation, since }: Granting) =>
        `{${grantFields(delegation, numbers)},"block":${since.block},"transaction":"${since.tx}","since":${since.timestamp}}`;
      const first = present(broadest);
      const last = narrowest === broadest ? first : present(narrowest);
      return [`{"chainId":${chainId},"broadest":${first},"narrowest":${last}}`];
    });
}

/** The broader first, and of equals the older. */
function compareGrantings(a: Granting, b: Granting): number {
  return (
    compareBreadth(a.delegation, b.delegation) || a.since.block - b.since.block || a.since.log - b.since.log
  );
}

function describeChain(answer: ChainAnswer) {
  const { chainId, known } = answer;
  if (!known) return { chainId, known, code: answer.doubt.code, detail: answer.doubt.message };
  const { number, hash, timestamp } = answer.block;
  const { registries, safeBlock } = answer;
  const safe = safeBlock === null ? {} : { safeBlock };
  return { chainId, known, registries, block: { number, hash, timestamp }, ...safe };
}
