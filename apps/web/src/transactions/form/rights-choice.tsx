import { ChoiceCards } from '../../ui/form/choice-cards.tsx';
import { RightsBytes } from '../../ui/form/rights-bytes.tsx';
import { TextInput } from '../../ui/form/text-input.tsx';
import {
  type RightsDraft,
  type RightsPreset,
  type RightsProblems,
  readRightsDraft,
  writeDateField,
} from './rights-draft.ts';

interface RightsChoiceProps {
  readonly draft: RightsDraft;
  readonly problems: RightsProblems;
  readonly onChange: (draft: RightsDraft) => void;
}

const PRESETS: readonly { readonly value: RightsPreset; readonly title: string; readonly detail: string }[] =
  [
    {
      value: 'full',
      title: 'Everything',
      detail: 'For every app, whatever it asks for.',
    },
    { value: 'claim', title: 'Only claims', detail: 'For apps that ask for the right “claim”.' },
    { value: 'vote', title: 'Only votes', detail: 'For apps that ask for the right “vote”.' },
    { value: 'named', title: 'Another right', detail: 'The one that an app tells you to give.' },
    {
      value: 'until',
      title: 'Exclusive, until a date',
      detail: 'For apps that let one wallet at a time act for a vault. It ends by itself.',
    },
  ];

const DAY_S = 86_400;
const PERIODS = [
  ['1 week', 7],
  ['1 month', 30],
  ['1 year', 365],
] as const;

export function RightsChoice({ draft, problems, onChange }: RightsChoiceProps) {
  const nowS = Math.floor(Date.now() / 1000);
  const { rights } = readRightsDraft(draft, nowS);
  return (
    <div className="stack stack--m">
      <ChoiceCards
        legend="Rights"
        value={draft.preset}
        choices={PRESETS}
        onChange={(preset) => onChange({ ...draft, preset })}
      />
      {draft.preset === 'named' && (
        <TextInput
          name="name"
          label="Right"
          hint="A name such as “claim”, or 0x and 64 hex digits."
          value={draft.name}
          problem={problems.name}
          onChange={(text) => onChange({ ...draft, name: text })}
        />
      )}
      {draft.preset === 'until' && (
        <Until draft={draft} problems={problems} onChange={onChange} nowS={nowS} />
      )}
      {rights && <RightsBytes rights={rights} />}
    </div>
  );
}

function Until({ draft, problems, onChange, nowS }: RightsChoiceProps & { nowS: number }) {
  return (
    <div className="stack stack--m">
      <TextInput
        name="until"
        label="Ends at (UTC)"
        hint="Afterwards the vault acts for itself again. No transaction is needed."
        type="datetime-local"
        value={draft.until}
        problem={problems.until}
        onChange={(until) => onChange({ ...draft, until })}
      />
      <div className="row">
        {PERIODS.map(([text, days]) => (
          <button
            key={text}
            type="button"
            className="button button--quiet"
            onClick={() => onChange({ ...draft, until: writeDateField(nowS + days * DAY_S) })}
          >
            In {text}
          </button>
        ))}
      </div>
      <TextInput
        name="name"
        label="Right (optional)"
        hint="Leave it empty for every right. Otherwise the name that the app tells you, or 0x and 48 hex digits."
        value={draft.name}
        problem={problems.name}
        onChange={(text) => onChange({ ...draft, name: text })}
      />
    </div>
  );
}
