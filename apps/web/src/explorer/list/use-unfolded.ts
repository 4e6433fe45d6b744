import { useCallback, useState } from 'react';

/** Holds the addresses of the people whose delegations are all shown. */
export function useUnfolded() {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback(
    (address: string) =>
      setUnfolded((before) => {
        const after = new Set(before);
        if (!after.delete(address)) after.add(address);
        return after;
      }),
    [],
  );
  return [unfolded, toggle] as const;
}
