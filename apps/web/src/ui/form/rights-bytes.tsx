import { CopyButton } from '../copy/copy-button.tsx';

/** Shows the bytes of a right, because the registry compares those. */
export function RightsBytes({ rights }: { rights: string }) {
  return (
    <p className="copied-text">
      <span>bytes32</span>
      <code>{rights}</code>
      <CopyButton text={rights} what="the right as bytes32" />
    </p>
  );
}
