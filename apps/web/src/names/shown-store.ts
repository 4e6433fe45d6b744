/** Keeps what a page shows, in groups whose members look alike. */

export interface Member {
  readonly id: string;
  /** The words that tell the member from the others. */
  readonly text: string;
}

export interface ShownStore {
  /** Adds members and returns the function that removes them. */
  add(entries: readonly (readonly [group: string, member: Member])[]): () => void;
  /** Returns the members of a group with several, and otherwise none. The same list until the group changes. */
  list(group: string): readonly Member[];
  subscribe(listener: () => void): () => void;
}

const ALONE: readonly Member[] = [];

export function createShownStore(): ShownStore {
  const groups = new Map<string, Map<string, { member: Member; times: number }>>();
  const lists = new Map<string, readonly Member[]>();
  const listeners = new Set<() => void>();

  /** Tells the listeners only about groups that have, or had, several members. */
  function change(group: string, isAdded: boolean, member: Member): boolean {
    const members = groups.get(group) ?? new Map();
    const times = (members.get(member.id)?.times ?? 0) + (isAdded ? 1 : -1);
    const before = members.size;
    if (times > 0) members.set(member.id, { member, times });
    else members.delete(member.id);
    if (members.size > 0) groups.set(group, members);
    else groups.delete(group);
    if (members.size === before) return false;
    lists.delete(group);
    return Math.max(members.size, before) > 1;
  }

  function changeAll(entries: Parameters<ShownStore['add']>[0], isAdded: boolean): void {
    let isNews = false;
    for (const [group, member] of entries) isNews = change(group, isAdded, member) || isNews;
    if (isNews) for (const listener of listeners) listener();
  }

  return {
    add(entries) {
      changeAll(entries, true);
      return () => changeAll(entries, false);
    },
    list(group) {
      const members = groups.get(group);
      if (!members || members.size < 2) return ALONE;
      const list = lists.get(group) ?? [...members.values()].map(({ member }) => member);
      lists.set(group, list);
      return list;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
