interface TableHeadProps {
  readonly columns: readonly string[];
  /** The name of a last column whose buttons say enough for those who see them. */
  readonly actions?: string | undefined;
}

export function TableHead({ columns, actions }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {columns.map((name) => (
          <th key={name} scope="col">
            {name}
          </th>
        ))}
        {actions && (
          <th scope="col">
            <span className="visually-hidden">{actions}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
