import { ChainSelect } from '../../ui/form/chain-select.tsx';
import { Segments } from '../../ui/form/segments.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import { WalletInput } from '../../ui/wallet/wallet-input.tsx';
import { RightsField } from '../form/rights-field.tsx';
import { type Draft, type FormProps, useAskForm } from '../form/use-ask-form.ts';
import { WhenField } from '../form/when-field.tsx';
import { CHECKS, findCheck } from '../question/check-kinds.ts';
import { type CheckSearch, TEXTS, textsOf } from '../question/check-search.ts';
import { readQuestion } from '../question/read-question.ts';

interface CheckFormProps extends FormProps {
  readonly chainId: number;
}

export function CheckForm({ id, chainId: asked, networks, ...props }: CheckFormProps) {
  const { form, typed, texts, change, changeWhen, field, onSubmit } = useAskForm({
    ...props,
    complete: (draft) => complete(draft, asked),
    read: (search) => readQuestion(search, search.chain ?? asked),
    fields: TEXTS,
  });
  const { chain: chainId = asked, registry = 'v2', when } = typed;
  const check = findCheck(registry, typed.kind ?? 'all');
  const kinds = CHECKS.filter((one) => one.registry === registry);
  const hasV1 = (chain: number) => networks.find((one) => one.chainId === chain)?.registries.v1 !== null;
  return (
    <form id={id} ref={form} className="form card stack" onSubmit={onSubmit} noValidate aria-label="A check">
      <div className="stack stack--s">
        <WalletInput
          {...field('to')}
          label="Hot wallet"
          hint={
            registry === 'v1'
              ? 'The wallet that wants to act. v1 calls it the delegate.'
              : 'The wallet that wants to act: “to” in a delegation.'
          }
          placeholder="0x…"
        />
        <button
          type="button"
          className="link-button hint swap"
          onClick={() => change({ to: texts.from, from: texts.to })}
        >
          Swap wallets
        </button>
        <WalletInput
          {...field('from')}
          label="Cold wallet"
          hint={
            registry === 'v1'
              ? 'The wallet it acts for. v1 calls it the vault.'
              : 'The wallet it acts for: “from” in a delegation.'
          }
          placeholder="0x…"
        />
      </div>
      <Segments
        label="For what"
        isField
        value={check.kind}
        onChange={(kind) => change({ kind })}
        options={kinds.map(({ kind: value, name: text }) => ({ value, text }))}
      />
      {check.hasContract && (
        <TextInput
          {...field('contract')}
          label="Contract"
          hint="The contract of the token or collection."
          placeholder="0x…"
        />
      )}
      {check.hasTokenId && (
        <TextInput
          {...field('tokenId')}
          label="Token id"
          hint="The number of the token, e.g. 4181. 0x and hex digits work, too."
          placeholder="0"
        />
      )}
      {check.hasRights && <RightsField {...field('rights')} />}
      <div className="fields">
        <ChainSelect
          networks={networks}
          chainId={chainId}
          onChange={(chain) => change({ chain, ...(!hasV1(chain) && { registry: 'v2' }) })}
        />
        <Segments
          label="Registry"
          isField
          value={registry}
          onChange={(chosen) => change({ registry: chosen })}
          options={[
            { value: 'v2', text: 'v2' },
            { value: 'v1', text: 'v1', disabled: !hasV1(chainId) },
          ]}
        />
      </div>
      <WhenField {...field('at')} when={when} onWhen={changeWhen} />
      <button type="submit" className="button">
        Check
      </button>
    </form>
  );
}

/** Keeps only the parameters that this question uses, so that links contain nothing irrelevant. */
function complete(draft: Draft, asked: number): CheckSearch {
  const { chain = asked, registry = 'v2', when } = draft;
  const { kind, hasContract, hasTokenId, hasRights } = findCheck(registry, draft.kind ?? 'all');
  const { to, from, contract, tokenId, rights, at } = textsOf(draft);
  return {
    chain,
    registry,
    kind,
    to: to.trim(),
    from: from.trim(),
    ...(hasContract && { contract: contract.trim() }),
    ...(hasTokenId && { tokenId: tokenId.trim() }),
    ...(hasRights && rights.trim() && { rights: rights.trim() }),
    ...(when && { when }),
    ...((when === 'time' || when === 'block') && { at: at.trim() }),
  };
}
