import { Segments } from './segments.tsx';

interface SomeProps<T extends string | number> {
  readonly label: string;
  readonly all: string;
  readonly options: readonly { readonly value: T; readonly text: string }[];
  /** `null` for all. */
  readonly chosen: readonly T[] | null;
  readonly problem: string | undefined;
  readonly onChange: (chosen: readonly T[] | null) => void;
}

/** A choice of all, or of some in a list. */
export function Some<T extends string | number>(props: SomeProps<T>) {
  const { label, all, options, chosen, problem, onChange } = props;
  return (
    <div className="stack stack--m">
      <Segments
        label={label}
        isField
        value={chosen ? 'some' : 'all'}
        options={[
          { value: 'all', text: all },
          { value: 'some', text: 'Only these' },
        ]}
        onChange={(which) => onChange(which === 'all' ? null : [])}
      />
      {chosen && (
        <fieldset className="box some">
          <legend className="visually-hidden">{label} to choose from</legend>
          {options.map(({ value, text }) => (
            <label key={value} className="check">
              <input
                type="checkbox"
                checked={chosen.includes(value)}
                onChange={({ target }) =>
                  onChange(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
                }
              />
              {text}
            </label>
          ))}
        </fieldset>
      )}
      <p className="problem" role="status">
        {problem}
      </p>
    </div>
  );
}
