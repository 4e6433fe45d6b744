export const HELP = `mandate: who may act for whom

  mandate check <kind> --to <hot> --from <cold> [...]   May --to act for --from?
  mandate list <wallet>                                 Delegations from a wallet, and to it
  mandate resolve --to <hot> | --from <cold> [...]      Whom --to may act for, or who may act for --from
  mandate watch [<wallet>]                              What happens, line by line, until Ctrl-C
  mandate snapshot --chain <id> --block <n> --contract <address>
                                                        Delegations over a contract at a final block, as JSON lines
  mandate status                                        How far each chain is read

Kinds of checks
  all        the whole wallet
  contract   one contract: --contract
  erc721     one token: --contract, --token
  erc1155    how much of a token: --contract, --token
  erc20      how much of a currency: --contract
  token      with --v1, in place of the last three

Options
  --to <address>        the hot wallet, which wants to act
  --from <address>      the cold wallet, which issued the delegation
  --contract <address>  the contract of the token or collection
  --token <id>          the token id, decimal or 0x-hex
  --rights <right>      a name, as vote, or its 32 bytes; without it: full rights
  --chain <id>          the chain, 1 unless told; of resolve and watch 1,8453 or so, all unless told
  --v1                  the v1 registry, in place of v2 or of both
  --limit <n>           of a list and of resolve: records a page, up to 1000
  --cursor <cursor>     where to go on; of watch also start, for all that ever happened
  --url <url>           where the service is, or MANDATE_URL
  --key <key>           an API key, or better MANDATE_API_KEY: other users see what is typed
  --json                JSON, as always when a program reads the output
  --version, --help

When, and why: of check and list
  --at-block <n>        the end of this block
  --at-time <time>      seconds since 1970, or like 2026-01-31T12:00:00Z
  --block-tag <tag>     safe or finalized
  --strict              only what stood without interruption since the safe block; resolve takes it too
  --explain             of check: the delegations that make it so, and their transactions

Exit code
  0   yes: it may, the amount is above 0, somebody was found, the list was printed, every chain is ready
  1   no, or nobody
  2   not known: an error, a chain that is not ready, a wrong option

Examples
  mandate check erc721 --to 0x… --from 0x… --contract 0x… --token 7
  mandate check all --to 0x… --from 0x… --rights vote --chain 8453 && echo yes
  mandate check all --to 0x… --from 0x… --at-time 2026-01-31T12:00:00Z --explain
  mandate resolve --to 0x… --contract 0x… --chain 1
  mandate list 0x… --json | jq '.value[].to'`;
