import { type ReactNode, useId } from 'react';

/** The attributes that a control takes from its field. */
interface Control {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly problem?: string | undefined;
}

/** A control with its label and a hint below it. An error replaces the hint. */
export function Field(props: FieldProps & { readonly children: (control: Control) => ReactNode }) {
  const { label, hint, problem, children } = props;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': problem !== undefined, 'aria-describedby': `${id}-hint` })}
      <p
        id={`${id}-hint`}
        className={problem ? 'problem' : 'hint'}
        {...(problem !== undefined && { role: 'alert' })}
      >
        {problem ?? hint}
      </p>
    </div>
  );
}
