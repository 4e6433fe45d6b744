import type { AddressNames } from '@mandate/sdk/explore';
import { findClaimed } from './known-contracts.ts';
import { findForeignLetter } from './letters.ts';
import { nameOf } from './name-of.ts';
import type { Member } from './shown-store.ts';

export interface NameMark {
  readonly label: string;
  /** States facts and what to compare. A mark never says that somebody is dishonest. */
  readonly explanation: string;
}

interface Marked {
  readonly address: string;
  readonly names: AddressNames | undefined;
  /** Other addresses of the page with the same first and last digits. */
  readonly sameEnds: readonly Member[];
  /** Other addresses of the page whose name looks the same. */
  readonly sameName: readonly Member[];
}

const MAX_LISTED = 2;
const DOMAIN = /\p{L}\.\p{L}{2,}$/u;

/** Returns the reasons to look twice at an address or its name, as one mark. `null` if there are none. */
export function describeMarks({ address, names, sameEnds, sameName }: Marked): NameMark | null {
  const name = nameOf(names);
  const reasons: NameMark[] = [];
  if (sameEnds.length > 0)
    reasons.push({
      label: 'Look-alike',
      explanation: `Another address on this page has the same first and last digits: ${list(sameEnds)}. Compare every digit.`,
    });
  if (name && sameName.length > 0)
    reasons.push({
      label: 'Look-alike',
      explanation: `Another name on this page looks the same: ${list(sameName)}. The two addresses are different.`,
    });
  if (name?.source === 'contract' && names) reasons.push(...judgeContract(address, names, name.text));
  const foreign = name && findForeignLetter(name.text);
  if (foreign)
    reasons.push({
      label: 'Unusual letters',
      explanation: `“${foreign.letter}” in this name is a ${foreign.script} letter. It looks like “${foreign.latin}”.`,
    });
  const [first] = reasons;
  return first
    ? { label: first.label, explanation: reasons.map(({ explanation }) => explanation).join(' ') }
    : null;
}

function judgeContract(address: string, { chainId, contract }: AddressNames, name: string): NameMark[] {
  const reasons: NameMark[] = [];
  const claimed = findClaimed(chainId, address, [contract?.name ?? null, contract?.symbol ?? null]);
  if (claimed) {
    const { text, known } = claimed;
    const truth = known.address
      ? `The well-known ${known.name} is another contract: ${known.address}.`
      : `${known.name} itself has no contract.`;
    reasons.push({ label: 'Look-alike', explanation: `This contract names itself “${text}”. ${truth}` });
  }
  if (DOMAIN.test(name))
    reasons.push({
      label: 'Not an ENS name',
      explanation: 'This contract chose its name itself. It is not an ENS name.',
    });
  return reasons;
}

function list(members: readonly Member[]): string {
  const listed = members.slice(0, MAX_LISTED).map(({ text }) => text);
  const more = members.length - listed.length;
  return [...listed, ...(more > 0 ? [`${more.toLocaleString('en')} more`] : [])].join(' and ');
}
