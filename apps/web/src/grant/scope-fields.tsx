import type { Network, Registry } from '@mandate/sdk';
import { KIND_WORDS } from '@mandate/sdk/words';
import type { GrantDraft } from '../transactions/form/grant-draft.ts';
import { ChainSelect } from '../ui/form/chain-select.tsx';
import { Segments } from '../ui/form/segments.tsx';
import { listKinds } from '../words/grant-kinds.ts';

interface ScopeFieldsProps {
  readonly draft: GrantDraft;
  readonly networks: readonly Network[];
  readonly onChange: (change: Partial<GrantDraft>) => void;
}

/** The chain, the registry and the kind of a delegation. */
export function ScopeFields({ draft, networks, onChange }: ScopeFieldsProps) {
  const { chainId, registry, kind } = draft;
  const network = networks.find((one) => one.chainId === chainId);
  const has = (one: Network | undefined, name: Registry) => !one || one.registries[name] !== null;
  const changeChain = (chosen: number) => {
    const next = networks.find((one) => one.chainId === chosen);
    onChange({ chainId: chosen, ...(has(next, registry) ? {} : { registry: 'v2', kind: 'all' }) });
  };
  const changeRegistry = (chosen: Registry) => {
    const isKept = listKinds(chosen).includes(kind);
    onChange({ registry: chosen, ...(isKept ? {} : { kind: 'all' }) });
  };
  return (
    <>
      <div className="fields">
        <ChainSelect networks={networks} chainId={chainId} onChange={changeChain} />
        <Segments
          label="Registry"
          isField
          value={registry}
          onChange={changeRegistry}
          options={(['v2', 'v1'] as const).map((value) => ({
            value,
            text: value,
            disabled: !has(network, value),
          }))}
        />
      </div>
      <Segments
        label="For what"
        isField
        value={kind}
        onChange={(chosen) => onChange({ kind: chosen })}
        options={listKinds(registry).map((value) => ({ value, text: KIND_WORDS[value].choice }))}
      />
    </>
  );
}
