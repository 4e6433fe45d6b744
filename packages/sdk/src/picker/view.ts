/** The markup of the picker. The web component and the React component show the same one. */
import { describeStatus } from './describe-status.ts';
import { listMatching, listShown, type PickerState } from './state.ts';
import { h, type Tree, type ViewOptions } from './tree.ts';

/** Fewer rows are found without a search. */
const MIN_SEARCHED = 9;

export function viewOf(state: PickerState, options: ViewOptions): Tree {
  const { picker, question, id } = options;
  const { rows, search, later, facts, isLoaded } = state;
  const shown = listShown(state);
  const failure = facts.failure === null ? [] : [facts.failure];
  const notes = isLoaded ? (later?.listNotes(facts, question) ?? failure) : [];
  const isCut = shown.length < listMatching(state).length;
  return h('fieldset', { class: 'mandate-vaults', 'aria-describedby': `${id}-status` }, [
    h('legend', { class: 'title' }, ['Continue as']),
    h('p', { class: 'status', id: `${id}-status`, role: 'status' }, [describeStatus(state)]),
    ...notes.map((note) => h('p', { class: 'note' }, [note], { key: note })),
    (notes.length > 0 || facts.isStale) && viewButton('again', 'Ask again', picker.askAgain),
    rows.length >= MIN_SEARCHED && viewSearch(search, picker.search),
    h(
      'div',
      { class: 'scroll' },
      [
        ...(later?.viewRows(shown, state, options) ?? []),
        isCut && viewButton('more', 'Show more', picker.showMore),
      ],
      { key: 'rows' },
    ),
    later && rows.length > 0 && later.viewEnd(state, options),
  ]);
}

const viewButton = (key: string, text: string, onClick: () => void) =>
  h('button', { class: 'quiet', type: 'button' }, [text], { key, onClick });

function viewSearch(value: string, onChange: (text: string) => void): Tree {
  const label = 'Search by address';
  const attributes = { class: 'search', type: 'search', value, 'aria-label': label, placeholder: label };
  return h('input', attributes, [], { key: 'search', onChange });
}
