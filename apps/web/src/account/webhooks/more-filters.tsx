import { KIND_WORDS } from '@mandate/sdk/words';
import { type ReactNode, useState } from 'react';
import { Select } from '../../ui/form/select.tsx';
import { Some } from '../../ui/form/some.tsx';
import { ALL_KINDS } from '../../words/grant-kinds.ts';
import type { OwnWebhooks } from '../session/webhooks-api.ts';
import { EMPTY_ENDPOINT, type EndpointDraft, type EndpointProblems } from './endpoint-draft.ts';

interface MoreFiltersProps {
  readonly draft: EndpointDraft;
  readonly problems: EndpointProblems;
  readonly choices: OwnWebhooks['choices'];
  readonly children: ReactNode;
  readonly onChange: (draft: EndpointDraft) => void;
}

const MINUTES = [1, 5, 10, 30, 60];
/** The fields of this part. */
const FIELDS = ['contracts', 'rights', 'chainIds', 'kinds', 'aliveMinutes'] as const;

/** The filters that few endpoints need. They begin unfolded if some of them are set. */
export function MoreFilters({ draft, problems, choices, children, onChange }: MoreFiltersProps) {
  const { chainIds, kinds, aliveMinutes } = draft;
  const minutes = [...new Set([...MINUTES, aliveMinutes])].filter(Boolean).toSorted((a, b) => a - b);
  const [isSet] = useState(() => FIELDS.some((field) => draft[field] !== EMPTY_ENDPOINT[field]));
  return (
    <details open={isSet}>
      <summary className="quiet">More filters</summary>
      <div className="stack stack--m">
        {children}
        <Some
          label="Chains"
          all="All chains"
          options={choices.chains.map(({ chainId, name }) => ({ value: chainId, text: name }))}
          chosen={chainIds}
          problem={problems.chainIds}
          onChange={(chosen) => onChange({ ...draft, chainIds: chosen })}
        />
        <Some
          label="Kinds"
          all="All kinds"
          options={ALL_KINDS.map((kind) => ({ value: kind, text: KIND_WORDS[kind].long }))}
          chosen={kinds}
          problem={problems.kinds}
          onChange={(chosen) => onChange({ ...draft, kinds: chosen })}
        />
        <Select
          label="Heartbeat"
          hint="It says up to which block you have every change."
          value={String(aliveMinutes)}
          options={[
            ...minutes.map((one) => ({
              value: String(one),
              text: one === 1 ? 'Every minute' : `Every ${one} minutes`,
            })),
            { value: '0', text: 'Never' },
          ]}
          onChange={(value) => onChange({ ...draft, aliveMinutes: Number(value) })}
        />
      </div>
    </details>
  );
}
