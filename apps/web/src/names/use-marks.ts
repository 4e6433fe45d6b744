import type { AddressNames } from '@mandate/sdk/explore';
import { shorten } from '@mandate/sdk/words';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { describeMarks, type NameMark } from './describe-marks.ts';
import { skeletonOf } from './letters.ts';
import { nameOf, type ShownName, writeName } from './name-of.ts';
import { createShownStore, type Member } from './shown-store.ts';

const ADDRESS_LENGTH = 42;

const store = createShownStore();

/** Returns why a reader should look twice at an address or its name. It compares all that the page shows. */
export function useMarks(address: string, names: AddressNames | undefined): NameMark | null {
  const id = address.toLowerCase();
  const name = nameOf(names);
  const ends = address.length === ADDRESS_LENGTH ? groupByEnds(id) : null;
  const sameEnds = useOthers(ends, id, address);
  const sameName = useOthers(
    name && groupByName(name, names?.chainId),
    id,
    name ? memberOf(address, name).text : '',
  );
  return useMemo(
    () => describeMarks({ address, names, sameEnds, sameName }),
    [address, names, sameEnds, sameName],
  );
}

/** Tells which addresses a page is about, so that those of rows outside the view are compared, too. */
export function useShownAddresses(addresses: readonly string[]): void {
  useEffect(() => {
    const unique = new Map(addresses.map((address) => [address.toLowerCase(), address]));
    return store.add(Array.from(unique, ([id, text]) => [groupByEnds(id), { id, text }] as const));
  }, [addresses]);
}

/** Tells which names a page shows elsewhere than in an address, e.g. in a graph. */
export function useShownNames(shown: readonly (AddressNames | undefined)[]): void {
  useEffect(
    () =>
      store.add(
        shown.flatMap((names) => {
          const name = nameOf(names);
          return names && name ? [[groupByName(name, names.chainId), memberOf(names.address, name)]] : [];
        }),
      ),
    [shown],
  );
}

const groupByEnds = (address: string) => `ends ${shorten(address)}`;

/** A project often has contracts of the same name on several chains. An ENS name belongs to one address. */
function groupByName({ source, text }: ShownName, chainId: number | undefined): string {
  return source === 'ens' ? `ens ${skeletonOf(text)}` : `contract ${chainId} ${skeletonOf(text)}`;
}

const memberOf = (address: string, name: ShownName): Member => ({
  id: address.toLowerCase(),
  text: `${writeName(name)}, ${address}`,
});

const NOBODY: readonly Member[] = [];

/** Adds a member to a group, and returns the others. `null` if there is none. */
function useOthers(group: string | null, id: string, text: string): readonly Member[] {
  useEffect(() => (group === null ? undefined : store.add([[group, { id, text }]])), [group, id, text]);
  const members = useSyncExternalStore(store.subscribe, () => (group === null ? NOBODY : store.list(group)));
  return useMemo(() => {
    const others = members.filter((member) => member.id !== id);
    return others.length > 0 ? others : NOBODY;
  }, [members, id]);
}
