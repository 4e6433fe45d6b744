/** The exact lists that the suite expects, field by field. */
import { CLAIM, NO_RIGHTS } from './samples.ts';

/** EIP-55 checksums are written out, so that the service is not checked against itself. */
const cold = '0xc01DA0000000000000000000000000000000bEEF';
const limited = '0xc01DB0000000000000000000000000000000caFe';
const elsewhere = '0xc01DC0000000000000000000000000000000f00d';
const busy = '0xb0500000000000000000000000000000000000Ab';
const giver = '0x91fE2000000000000000000000000000000000Cd';
const rich = '0x21C4000000000000000000000000000000000AAA';
const richHot = '0x21C4000000000000000000000000000000000bbb';
const collection = '0xC011eC7100000000000000000000000000000001';
const hot = {
  all: '0x4070A11000000000000000000000000000000abC',
  contract: '0x4070C0000000000000000000000000000000ABcD',
  token: '0x4070D0000000000000000000000000000000aBCE',
  erc721: '0x4070721000000000000000000000000000000abC',
  erc20: '0x4070020000000000000000000000000000000ABd',
  erc1155: '0x4071155000000000000000000000000000000abe',
} as const;
const max = '115792089237316195423570985008687907853269984665640564039457584007913129639935';

const list = (...records: readonly string[]) => `[${records.join(',')}]`;

const v2 = {
  all: (from: string, rights: string, to: string = hot.all) =>
    `{"type":"ALL","from":"${from}","to":"${to}","contract":null,"tokenId":null,` +
    `"rights":"${rights}","tokenType":null,"amount":null}`,
  contract: (from: string, rights: string, to: string = hot.contract) =>
    `{"type":"CONTRACT","from":"${from}","to":"${to}","contract":"${collection}","tokenId":null,` +
    `"rights":"${rights}","tokenType":null,"amount":null}`,
  erc721: (from: string, rights: string, tokenId = '7', to: string = hot.erc721) =>
    `{"type":"TOKEN","from":"${from}","to":"${to}","contract":"${collection}","tokenId":${tokenId},` +
    `"rights":"${rights}","tokenType":"ERC721","amount":null}`,
  erc20: (from: string, rights: string, amount: string, to: string = hot.erc20) =>
    `{"type":"TOKEN","from":"${from}","to":"${to}","contract":"${collection}","tokenId":null,` +
    `"rights":"${rights}","tokenType":"ERC20","amount":${amount}}`,
  erc1155: (from: string, rights: string, amount: string, tokenId = '7', to: string = hot.erc1155) =>
    `{"type":"TOKEN","from":"${from}","to":"${to}","contract":"${collection}","tokenId":${tokenId},` +
    `"rights":"${rights}","tokenType":"ERC1155","amount":${amount}}`,
};

const v1 = {
  all: (vault: string, delegate: string = hot.all) =>
    `{"type":"ALL","delegate":"${delegate}","vault":"${vault}","contract":null,"tokenId":null}`,
  contract: (vault: string, delegate: string = hot.contract) =>
    `{"type":"CONTRACT","delegate":"${delegate}","vault":"${vault}","contract":"${collection}","tokenId":null}`,
  token: (vault: string, tokenId = '7', delegate: string = hot.token) =>
    `{"type":"TOKEN","delegate":"${delegate}","vault":"${vault}","contract":"${collection}","tokenId":${tokenId}}`,
};

const allV2 = (from: string, rights: string, erc20: string, erc1155: string) => [
  v2.all(from, rights),
  v2.contract(from, rights),
  v2.erc721(from, rights),
  v2.erc20(from, rights, erc20),
  v2.erc1155(from, rights, erc1155),
];

/** The list of each wallet, by version. */
export const LISTS = {
  v2: {
    cold: list(...allV2(cold, NO_RIGHTS, '5', '3')),
    coldFirst: list(v2.all(cold, NO_RIGHTS)),
    coldSecond: list(v2.contract(cold, NO_RIGHTS)),
    coldAfterFirst: list(...allV2(cold, NO_RIGHTS, '5', '3').slice(1)),
    elsewhere: list(...allV2(elsewhere, NO_RIGHTS, '50', '50')),
    busy: list(
      v2.contract(busy, NO_RIGHTS, giver),
      v2.all(busy, NO_RIGHTS, busy),
      v2.erc20(busy, NO_RIGHTS, '5', giver),
      v2.all(giver, NO_RIGHTS, busy),
    ),
    rich: list(
      v2.erc1155(rich, NO_RIGHTS, max, max, richHot),
      v2.erc721(rich, NO_RIGHTS, '9007199254740993', richHot),
    ),
    richInStrings: list(
      v2.erc1155(rich, NO_RIGHTS, `"${max}"`, `"${max}"`, richHot),
      v2.erc721(rich, NO_RIGHTS, '"9007199254740993"', richHot),
    ),
    coldInStrings: list(
      v2.all(cold, NO_RIGHTS),
      v2.contract(cold, NO_RIGHTS),
      v2.erc721(cold, NO_RIGHTS, '"7"'),
      v2.erc20(cold, NO_RIGHTS, '"5"'),
      v2.erc1155(cold, NO_RIGHTS, '"3"', '"7"'),
    ),
    /** For the hot wallet of each kind: a delegation with full rights, and one for `claim`. */
    ofKind: {
      all: list(v2.all(cold, NO_RIGHTS), v2.all(limited, CLAIM)),
      contract: list(v2.contract(cold, NO_RIGHTS), v2.contract(limited, CLAIM)),
      erc721: list(v2.erc721(cold, NO_RIGHTS), v2.erc721(limited, CLAIM)),
      erc20: list(v2.erc20(cold, NO_RIGHTS, '5'), v2.erc20(limited, CLAIM, '9')),
      erc1155: list(v2.erc1155(cold, NO_RIGHTS, '3'), v2.erc1155(limited, CLAIM, '9')),
    },
  },
  v1: {
    cold: list(v1.all(cold), v1.contract(cold), v1.token(cold)),
    coldFirst: list(v1.all(cold)),
    coldSecond: list(v1.contract(cold)),
    coldAfterFirst: list(v1.contract(cold), v1.token(cold)),
    elsewhere: list(v1.all(elsewhere), v1.contract(elsewhere), v1.token(elsewhere)),
    busy: list(v1.contract(busy, giver), v1.all(busy, busy), v1.token(busy, '7', giver), v1.all(giver, busy)),
    rich: list(v1.token(rich, max, richHot)),
    richInStrings: list(v1.token(rich, `"${max}"`, richHot)),
    coldInStrings: list(v1.all(cold), v1.contract(cold), v1.token(cold, '"7"')),
    ofKind: {
      all: list(v1.all(cold)),
      contract: list(v1.contract(cold)),
      token: list(v1.token(cold)),
    },
  },
} as const;

/** A reason has its registry first, then the fields of a v2 record, then the place of its grant. */
const ofV2 = (record: string) => record.replace('{', '{"registry":"v2",').slice(0, -1);
const ofV1 = (type: string, to: string, contract: string, tokenId: string) =>
  `{"registry":"v1","type":"${type}","from":"${cold}","to":"${to}","contract":${contract},"tokenId":${tokenId},` +
  '"rights":null,"tokenType":null,"amount":null';
const reasons = (uint: (digits: string) => string) => ({
  v2: {
    all: ofV2(v2.all(cold, NO_RIGHTS)),
    contract: ofV2(v2.contract(cold, NO_RIGHTS)),
    erc721: ofV2(v2.erc721(cold, NO_RIGHTS, uint('7'))),
    erc20: ofV2(v2.erc20(cold, NO_RIGHTS, uint('5'))),
    erc1155: ofV2(v2.erc1155(cold, NO_RIGHTS, uint('3'), uint('7'))),
  },
  v1: {
    all: ofV1('ALL', hot.all, 'null', 'null'),
    contract: ofV1('CONTRACT', hot.contract, `"${collection}"`, 'null'),
    token: ofV1('TOKEN', hot.token, `"${collection}"`, uint('7')),
  },
});

/** The reasons of the samples' checks, without the place of their grant. */
export const REASONS = {
  plain: reasons((digits) => digits),
  inStrings: reasons((digits) => `"${digits}"`),
};
