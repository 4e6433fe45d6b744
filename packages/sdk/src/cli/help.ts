import { type Kind, REGISTRIES } from '../registries.ts';

const OPTIONS = { contract: '--contract', tokenId: '--token' } as const;

/** Describes each kind and the options that its check needs. v1 shares most of its kinds with v2. */
function describeKinds(): string {
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
  const options = [...(registry ? [`--${registry}`] : []), ...scope.map((field) => OPTIONS[field])];
  return `${words}${registry ? ` in ${registry}` : ''}: ${options.join(', ')}`;
}

export const HELP = `mandate: query wallet delegations

  mandate check <kind> --to <hot> --from <cold> [...]   Check whether --to may act for --from
  mandate list <wallet>                                 List the delegations from and to a wallet
  mandate resolve --to <hot> | --from <cold> [...]      Find the vaults of a hot wallet, or the hot wallets of a vault
  mandate watch [<wallet>]                              Print every change until Ctrl-C
  mandate snapshot --chain <id> --block <n> --contract <address>
                                                        Print all delegations of a contract at a finalized block
  mandate status                                        Show the indexing progress of each chain

Kinds of checks
${describeKinds()}

Options
  --to <address>        hot wallet, which wants to act
  --from <address>      cold wallet, which issued the delegation
  --contract <address>  contract of the token or collection
  --token <id>          token id, decimal or 0x-hex
  --rights <right>      name of a right, e.g. vote, or its 32 bytes (default: full rights)
  --chain <id>          chain id (default: 1); resolve and watch take several, e.g. 1,8453 (default: all)
  --v1                  use the v1 registry only
  --limit <n>           list, resolve: records per page, up to 1000
  --cursor <cursor>     continue after this cursor; watch also takes start, the first change ever
  --url <url>           URL of the service (default: MANDATE_URL)
  --key <key>           API key; prefer MANDATE_API_KEY, because other users can see command lines
  --json                print JSON; always on when the output is piped
  --version, --help

Options of check and list
  --at-block <n>        answer for the end of this block
  --at-time <time>      answer for this time: seconds since 1970, or e.g. 2026-01-31T12:00:00Z
  --block-tag <tag>     answer for the safe or finalized block
  --strict              count only grants in force without interruption since the safe block; also for resolve
  --explain             check: show the delegations behind the answer, with their transactions

Exit codes
  0   yes: the check is true, the amount is above 0, a wallet was found, a list was printed, all chains are ready
  1   no: the check is false, the amount is 0, no wallet was found; status: a chain is not ready
  2   unknown: an error, a chain that cannot answer, or an invalid option

Examples
  mandate check erc721 --to 0x… --from 0x… --contract 0x… --token 7
  mandate check all --to 0x… --from 0x… --rights vote --chain 8453 && echo yes
  mandate check all --to 0x… --from 0x… --at-time 2026-01-31T12:00:00Z --explain
  mandate resolve --to 0x… --contract 0x… --chain 1
  mandate list 0x… --json | jq '.value[].to'`;
