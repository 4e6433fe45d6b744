import { type Facts, NO_FACTS } from './facts.ts';
import type { PickerQuestion } from './question.ts';
import type { SeenVaults } from './rows.ts';
import { PAGE_ROWS, type PickerState, type PickerView } from './state.ts';

export type Store = ReturnType<typeof createStore>;

/** Holds the state of a picker. Its rows always follow from its facts. */
export function createStore(question: PickerQuestion) {
  const listeners = new Set<() => void>();
  const seen: SeenVaults = new Map();
  const view: PickerView = {
    isLoaded: false,
    selected: null,
    lost: null,
    search: '',
    limit: PAGE_ROWS,
    later: null,
  };
  let state: PickerState = { ...view, facts: NO_FACTS, rows: [] };

  function show(facts: Partial<Facts>, view: Partial<PickerView> = {}): void {
    const next = { ...state, ...view, facts: { ...state.facts, ...facts } };
    const rows = next.later?.rowsOf(question, next.facts, seen) ?? [];
    // A vault that revokes is not left selected.
    const lost = rows.find(({ key, reason }) => key === next.selected && reason === 'gone');
    state = { ...next, rows, ...(lost && { lost, selected: null }) };
    for (const listener of listeners) listener();
  }
  return { listeners, show, getState: () => state };
}
