import { Some } from '../../ui/form/some.tsx';
import { TextInput, type TextInputProps } from '../../ui/form/text-input.tsx';
import type { Choices } from '../session/developer-api.ts';
import type { KeyUse, RulesDraft, RulesProblems } from './rules-draft.ts';

const MAX_DIGITS = 6;

interface RestrictionsProps {
  readonly use: KeyUse;
  readonly choices: Choices;
  readonly draft: RulesDraft;
  readonly problems: RulesProblems;
  readonly onChange: (draft: RulesDraft) => void;
}

export function Restrictions({ use, choices, draft, problems, onChange }: RestrictionsProps) {
  const isPublic = use !== 'secret';
  const operations = choices.operations.filter(({ forPages }) => forPages || !isPublic);
  return (
    <div className="stack">
      {use !== 'votes' && (
        <Some
          label="Operations"
          all="All operations"
          options={operations.map(({ id, summary }) => ({ value: id, text: summary }))}
          chosen={draft.operations}
          problem={problems.operations}
          onChange={(chosen) => onChange({ ...draft, operations: chosen })}
        />
      )}
      <Some
        label="Chains"
        all="All chains"
        options={choices.chains.map(({ chainId, name }) => ({ value: chainId, text: name }))}
        chosen={draft.chains}
        problem={problems.chains}
        onChange={(chosen) => onChange({ ...draft, chains: chosen })}
      />
      <div className="fields">
        {isPublic && (
          <Count
            name="visitorCeiling"
            label="Requests of one visitor in 10 seconds"
            placeholder={String(choices.limits.visitor)}
            hint="Above it, the service answers this visitor with 429."
            value={draft.visitorCeiling}
            problem={problems.visitorCeiling}
            onChange={(visitorCeiling) => onChange({ ...draft, visitorCeiling })}
          />
        )}
        <Count
          name="ceiling"
          label="Requests in 10 seconds in all"
          placeholder={isPublic ? String(choices.limits.page) : 'no limit of its own'}
          hint={
            isPublic
              ? 'Above it, each visitor has the limit without a key.'
              : 'Above it, the service answers requests with this key with 429.'
          }
          value={draft.ceiling}
          problem={problems.ceiling}
          onChange={(ceiling) => onChange({ ...draft, ceiling })}
        />
      </div>
    </div>
  );
}

type CountProps = Omit<TextInputProps, 'inputMode' | 'isWords' | 'maxLength'>;

function Count(props: CountProps) {
  return <TextInput {...props} isWords inputMode="numeric" maxLength={MAX_DIGITS} />;
}
