import { useId } from 'react';

interface ChoiceCardsProps<T extends string | number> {
  readonly legend: string;
  readonly value: T;
  readonly choices: readonly { readonly value: T; readonly title: string; readonly detail: string }[];
  /** Puts the cards below each other, also where there is room. */
  readonly isList?: boolean;
  readonly onChange: (value: T) => void;
}

/** A choice between a few options that need a sentence each. */
export function ChoiceCards<T extends string | number>(props: ChoiceCardsProps<T>) {
  const { legend, value, choices, isList, onChange } = props;
  const id = useId();
  return (
    <fieldset className={isList ? 'choices choices--list' : 'choices'}>
      <legend>{legend}</legend>
      <div>
        {choices.map((choice) => (
          <label key={choice.value}>
            <input
              type="radio"
              name={id}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              aria-labelledby={`${id}-${choice.value}`}
              aria-describedby={`${id}-${choice.value}-detail`}
            />
            <span>
              <strong id={`${id}-${choice.value}`}>{choice.title}</strong>
              <span id={`${id}-${choice.value}-detail`} className="hint">
                {choice.detail}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
