import { shorten } from '@mandate/sdk/words';
import { WalletInput } from '../ui/wallet/wallet-input.tsx';
import type { ConnectedAccount } from '../wallets/connected.ts';

interface VaultFieldProps {
  readonly value: string;
  readonly account: ConnectedAccount | null;
  readonly problem: string | undefined;
  readonly onChange: (vault: string) => void;
}

/** The wallet that grants: the connected account, or the address of a Safe. */
export function VaultField({ value, account, problem, onChange }: VaultFieldProps) {
  const isAccount = account?.address.toLowerCase() === value.trim().toLowerCase();
  return (
    <div className="stack stack--s">
      <WalletInput
        name="from"
        label="Your vault"
        hint={
          isAccount
            ? `The account that is connected with ${account?.walletName}.`
            : 'The wallet that grants: it has to sign. It can be a Safe.'
        }
        placeholder="0x…"
        value={value}
        problem={problem}
        onChange={onChange}
      />
      {account && !isAccount && (
        <button type="button" className="link-button" onClick={() => onChange(account.address)}>
          Use the connected account {shorten(account.address)}
        </button>
      )}
    </div>
  );
}
