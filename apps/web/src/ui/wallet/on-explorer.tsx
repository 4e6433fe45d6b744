import type { ReactNode } from 'react';

interface OnExplorerProps {
  /** The chain's block explorer, if it has one. */
  readonly explorer: string | null | undefined;
  readonly path: string;
  readonly tip?: string;
  readonly children: ReactNode;
}

/** Links to a page of the chain's block explorer, in a new tab. Without one, nothing is a link. */
export function OnExplorer({ explorer, path, tip, children }: OnExplorerProps) {
  if (!explorer) return <span data-tip={tip}>{children}</span>;
  return (
    <a href={`${explorer.replace(/\/$/, '')}/${path}`} target="_blank" rel="noreferrer" data-tip={tip}>
      {children}
    </a>
  );
}
