/** A vault whose records differ from the chain is refused; all others are answered. */
import { type Case, pathOf } from './conformance-case.ts';
import { GIVER, HOT, SAMPLES, STRANGER } from './samples.ts';

const refused = {
  status: 503,
  problem: {
    code: 'under_audit',
    retryAfter: '300',
    detail:
      /^The audit found that the records of (this vault|a vault that names this wallet) on Mantle differ from the chain\. They are not used until an operator has repaired them; \/audit shows the state\.$/,
  },
};

/** Lists are asked as the vault's own. */
const ofVault: Case[] = SAMPLES.flatMap(({ id, path, values }) =>
  [
    { line: 'now', query: {} },
    { line: 'block', query: { atBlock: '15' } },
    { line: 'strict', query: { consistency: 'strict' } },
    ...(id.endsWith('List') ? [] : [{ line: 'explain', query: { explain: 'true' } }]),
  ].map(({ line, query }) => ({
    name: `${id} of a vault under audit: ${line}`,
    covers: [`audit.vault.${line}`, 'code.under_audit'],
    path: pathOf(path, { ...values, chainId: '5000', ...query }),
    ...refused,
  })),
);

const ofReceivers: Case[] = (['v1', 'v2'] as const).map((registry) => ({
  name: `a ${registry} list of a wallet that such a vault names`,
  covers: ['audit.to'],
  path: `/registry/${registry}/${HOT.all}?chainId=5000`,
  ...refused,
}));

const ofOthers: Case[] = (['v1', 'v2'] as const).flatMap((registry) => [
  {
    name: `a ${registry} check of another vault of that chain`,
    covers: ['audit.other'],
    path: `/registry/${registry}/check/all?to=${HOT.all}&from=${GIVER}&chainId=5000`,
    status: 200,
    body: 'true',
  },
  {
    name: `a ${registry} list of a wallet that it does not name`,
    covers: ['audit.other'],
    path: `/registry/${registry}/${STRANGER}?chainId=5000`,
    status: 200,
    body: '[]',
  },
]);

const ofChanges: Case = {
  name: 'a page of changes of that chain',
  covers: ['audit.changes'],
  path: '/changes?chainIds=5000',
  status: 200,
  body: /"unknown":\[\{"chainId":5000,"known":false,"code":"under_audit","block":\d+,"vault":"0x\w{40}"\}[^[]*\]\}$/,
};

const ofReports: Case[] = [
  {
    name: 'the report of a day that has none',
    covers: ['audit.report.absent'],
    path: '/audit/reports/2020-01-01',
    status: 404,
    problem: {
      code: 'not_found',
      detail: 'There is no report of 2020-01-01. /audit lists the days that have one.',
    },
  },
  {
    name: 'the report of no day',
    covers: ['audit.report.malformed'],
    path: '/audit/reports/yesterday',
    status: 400,
    problem: { code: 'invalid_parameters', errors: [['day', 'must be a day (UTC)']] },
  },
];

export const STATUS_AUDIT: readonly Case[] = [
  ...ofVault,
  ...ofReceivers,
  ...ofOthers,
  ofChanges,
  ...ofReports,
];
