/** A vault whose records differ from the chain is refused; all others are answered. */
import { REGISTRY_IDS } from '@mandate/core';
import { type Case, expectAt, fails, refuses } from './conformance-case.ts';
import { GIVER, HOT, STRANGER } from './grants.ts';
import { SAMPLES } from './samples.ts';

const refused = fails(
  'under_audit',
  /^The audit found that the records of (this vault|a vault that names this wallet) on Mantle differ from the chain\. They are not used until an operator has repaired them; \/audit shows the state\.$/,
);

export const STATUS_AUDIT: readonly Case[] = [
  // Lists are asked as the vault's own.
  ...SAMPLES.flatMap(({ kind, ask }) => [
    ask('audit.vault.now', 'chainId=5000', refused),
    ask('audit.vault.block', 'chainId=5000&atBlock=15', refused),
    ask('audit.vault.strict', 'chainId=5000&consistency=strict', refused),
    ...(kind ? [ask('audit.vault.explain', 'chainId=5000&explain=true', refused)] : []),
  ]),
  ...REGISTRY_IDS.map((registry) => `/registry/${registry}`).flatMap((registry) => [
    expectAt('audit.to', `${registry}/${HOT.all}?chainId=5000`, refused),
    expectAt('audit.other', `${registry}/check/all?to=${HOT.all}&from=${GIVER}&chainId=5000`, 'true'),
    expectAt('audit.other', `${registry}/${STRANGER}?chainId=5000`, '[]'),
  ]),
  expectAt(
    'audit.changes',
    '/changes?chainIds=5000',
    /"unknown":\[\{"chainId":5000,"known":false,"code":"under_audit","block":\d+,"vault":"0x\w{40}"\}[^[]*\]\}$/,
  ),
  expectAt(
    'audit.report.absent',
    '/audit/reports/2020-01-01',
    fails('not_found', 'There is no report of 2020-01-01. /audit lists the days that have one.'),
  ),
  expectAt('audit.report.malformed', '/audit/reports/yesterday', refuses(['day', 'must be a day (UTC)'])),
];
