import './rights-choice.css';
import { useId } from 'react';
import { CopyButton } from '../../ui/copy/copy-button.tsx';
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

const PRESETS: readonly { readonly preset: RightsPreset; readonly title: string; readonly detail: string }[] =
  [
    {
      preset: 'full',
      title: 'Everything',
      detail: 'Every right, also for applications that ask for a certain one.',
    },
    { preset: 'claim', title: 'Only claims', detail: 'For applications that ask for the right “claim”.' },
    { preset: 'vote', title: 'Only votes', detail: 'For applications that ask for the right “vote”.' },
    {
      preset: 'named',
      title: 'Another right',
      detail: 'The name or the bytes that an application asks for.',
    },
    {
      preset: 'until',
      title: 'Exclusive, until a date',
      detail: 'For applications with one delegate per vault. It ends by itself.',
    },
  ];

const DAY_S = 86_400;
const PERIODS = [
  ['1 week', 7],
  ['1 month', 30],
  ['1 year', 365],
] as const;

export function RightsChoice({ draft, problems, onChange }: RightsChoiceProps) {
  const name = useId();
  const nowS = Math.floor(Date.now() / 1000);
  const { rights } = readRightsDraft(draft, nowS);
  return (
    <fieldset className="rights-choice">
      <legend>Rights</legend>
      <div className="rights-choice__options">
        {PRESETS.map(({ preset, title, detail }) => (
          <label key={preset}>
            <input
              type="radio"
              name={name}
              checked={draft.preset === preset}
              onChange={() => onChange({ ...draft, preset })}
            />
            <span>
              <strong>{title}</strong>
              <span className="rights-choice__detail">{detail}</span>
            </span>
          </label>
        ))}
      </div>
      {draft.preset === 'named' && (
        <TextInput
          name="name"
          label="Right"
          hint="At most 32 bytes, or 0x and 64 hex digits."
          value={draft.name}
          problem={problems.name}
          onChange={(text) => onChange({ ...draft, name: text })}
        />
      )}
      {draft.preset === 'until' && (
        <Until draft={draft} problems={problems} onChange={onChange} nowS={nowS} />
      )}
      {rights && (
        <p className="rights-choice__bytes">
          <span>bytes32</span>
          <code>{rights}</code>
          <CopyButton text={rights} what="the rights as bytes32" />
        </p>
      )}
    </fieldset>
  );
}

function Until({ draft, problems, onChange, nowS }: RightsChoiceProps & { nowS: number }) {
  return (
    <div className="rights-choice__until">
      <TextInput
        name="until"
        label="Ends at (UTC)"
        hint="Afterwards the vault acts for itself again. No transaction is needed."
        type="datetime-local"
        value={draft.until}
        problem={problems.until}
        onChange={(until) => onChange({ ...draft, until })}
      />
      <div className="rights-choice__periods">
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
        hint="Leave it empty for every right. Otherwise 0x and 48 hex digits, or a name, which becomes the first 24 bytes of its keccak256 hash."
        value={draft.name}
        problem={problems.name}
        onChange={(text) => onChange({ ...draft, name: text })}
      />
    </div>
  );
}
