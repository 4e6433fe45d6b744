import { useGrant } from '@mandate/react/wagmi';

type Address = `0x${string}`;

/** Lets another wallet in: the connected one signs a delegation of the collection. */
export function Lend({ contract }: { contract: Address }) {
  const { mutate: grant, data, error, isPending, progress } = useGrant();
  const sign = (form: FormData) =>
    grant({ registry: 'v2', type: 'contract', to: form.get('to') as Address, contract });
  return (
    <form action={sign}>
      <label>
        Let another wallet in <input name="to" placeholder="0x…" pattern="0x[0-9a-fA-F]{40}" required />
      </label>{' '}
      <button type="submit" disabled={isPending}>
        Sign
      </button>
      <p role="status">{data ? `It may come in since block ${data.block}.` : isPending && progress?.step}</p>
      {error && <p role="alert">{error.message}</p>}
    </form>
  );
}
