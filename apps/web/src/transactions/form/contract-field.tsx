import type { WalletDelegation } from '@mandate/sdk/explore';
import { shorten } from '@mandate/sdk/words';
import { useMemo } from 'react';
import { nameOf, writeName } from '../../names/name-of.ts';
import { useNames } from '../../names/use-names.ts';
import { TextInput } from '../../ui/form/text-input.tsx';

interface ContractFieldProps {
  readonly chainId: number;
  /** The vault's delegations, whose contracts are offered. */
  readonly rows: readonly WalletDelegation[];
  readonly value: string;
  readonly problem: string | undefined;
  readonly onChange: (contract: string) => void;
}

const MAX_OFFERED = 6;

/** Takes an address, and offers the contracts that the vault's other delegations name. */
export function ContractField({ chainId, rows, value, problem, onChange }: ContractFieldProps) {
  const known = useMemo(() => listContracts(rows, chainId), [rows, chainId]);
  const names = useNames(known.map((address) => ({ chainId, address })));
  const typed = /^0x[0-9a-f]{40}$/i.test(value.trim()) ? (value.trim() as `0x${string}`) : null;
  const [of] = useNames(typed ? [{ chainId, address: typed }] : []);
  const name = nameOf(of);
  return (
    <div className="stack stack--m">
      <TextInput
        name="contract"
        label="Contract"
        hint={name ? `This contract names itself ${writeName(name)}.` : describe(of?.isContract)}
        value={value}
        problem={problem}
        placeholder="0x…"
        onChange={onChange}
      />
      {known.length > 0 && (
        <ul className="row" aria-label="Contracts of your other delegations">
          {known.map((address, index) => {
            const own = nameOf(names[index]);
            return (
              <li key={address}>
                <button
                  type="button"
                  className="button button--quiet"
                  aria-pressed={value.trim().toLowerCase() === address.toLowerCase()}
                  onClick={() => onChange(address)}
                >
                  {own && <bdi>{writeName(own)}</bdi>}
                  <span className="mono">{shorten(address)}</span>
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

function describe(isContract: boolean | null | undefined): string {
  return isContract === false
    ? 'No contract has this address on this chain. Check the chain and the address.'
    : 'The contract of the token or collection.';
}

/** Returns the contracts that most delegations name. */
function listContracts(rows: readonly WalletDelegation[], chainId: number): readonly `0x${string}`[] {
  const counts = new Map<`0x${string}`, number>();
  for (const row of rows) {
    if (row.chainId !== chainId || !row.contract) continue;
    counts.set(row.contract, (counts.get(row.contract) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MAX_OFFERED)
    .map(([address]) => address);
}
