/** Describes the kinds of checks. */
import { type Kind, REGISTRIES } from '@mandate/sdk';

const OPTIONS = { contract: '--contract', tokenId: '--token' } as const;

/** Describes each kind and the options that its check needs. v1 shares most of its kinds with v2. */
export function describeKinds(): string {
  const lines = Object.entries(REGISTRIES).flatMap(([registry, kinds]) =>
    Object.entries<Kind>(kinds)
      .filter(([name]) => registry === 'v2' || !Object.hasOwn(REGISTRIES.v2, name))
      .map(
        ([name, kind]) => `  ${name.padEnd(9)}  ${describeKind(kind, registry === 'v2' ? null : registry)}`,
      ),
  );
  return lines.join('\n');
}

function describeKind({ scope, answer, type }: Kind, registry: string | null): string {
  if (type === 'ALL') return 'the whole wallet';
  const thing = type === 'CONTRACT' ? 'contract' : scope.includes('tokenId') ? 'token' : 'currency';
  const words = answer === 'balance' ? `the amount of a ${thing}` : `one ${thing}`;
  const options = [...(registry ? [`--registry ${registry}`] : []), ...scope.map((field) => OPTIONS[field])];
  return `${words}${registry ? ` in ${registry}` : ''}: ${options.join(', ')}`;
}
