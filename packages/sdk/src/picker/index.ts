/** The vault picker without a framework: its questions, its state and its markup. `mandate-vaults` shows it. */
export type { Live } from './create-extras.ts';
export { createPicker, type Picker, type PickerOptions } from './create-picker.ts';
export type { PickerGrant } from './facts.ts';
export type { PickerQuestion } from './question.ts';
export type { PickerRow } from './rows.ts';
export { SHEET } from './sheet.ts';
export type { ChosenVault, PickerState } from './state.ts';
export type { Tree, ViewOptions } from './tree.ts';
export { viewOf } from './view.ts';
