/** `<mandate-vaults>`: a visitor chooses to continue as the own wallet or as a vault. Importing this file defines it. */
import { createClient } from '../client/create-client.ts';
import { createPicker, type Picker } from '../picker/create-picker.ts';
import { SHEET } from '../picker/sheet.ts';
import type { ChosenVault } from '../picker/state.ts';
import type { Tree } from '../picker/tree.ts';
import { viewOf } from '../picker/view.ts';
import { patch } from './patch.ts';
import { ATTRIBUTES, readAttributes } from './read-attributes.ts';

export type { ChosenVault } from '../picker/state.ts';

/** Several answers fail sooner than an old one becomes wrong. */
const RETRIES = 1;
/** A page that nobody sees asks nothing after this time. */
const HIDDEN_MS = 60_000;
/** Servers have no elements. Importing the file there does nothing. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);
let sheet: CSSStyleSheet | null = null;

/**
 * Attributes: `base-url`, `api-key` (a publishable key), `wallet`, `contract`, `token-id`, `standard`, `chain-id`, `rights`
 * and `min`. Dispatches `mandate-vault`, whose `detail` is a `ChosenVault`. It shows what the service answers: let your
 * server check the choice.
 *
 * @example
 * <mandate-vaults base-url="https://mandate.example" wallet="0x0000000000000000000000000000000000000407"></mandate-vaults>
 */
export class MandateVaults extends Base {
  static readonly observedAttributes = ATTRIBUTES;
  /** Begins to ask. `null` if there is nothing to ask. */
  #subscribe: (() => () => void) | null = null;
  #leave: (() => void) | null = null;
  #hiding: ReturnType<typeof setTimeout> | undefined;
  #isPlanned = false;

  connectedCallback(): void {
    if (!this.shadowRoot) {
      const root = this.attachShadow({ mode: 'open', delegatesFocus: true });
      sheet ??= createSheet();
      root.adoptedStyleSheets = [sheet];
    }
    document.addEventListener('visibilitychange', this.#onVisibility);
    this.#plan();
  }

  disconnectedCallback(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#end();
  }

  attributeChangedCallback(): void {
    if (this.isConnected && this.shadowRoot) this.#plan();
  }

  /** Attributes that change together make one question. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    queueMicrotask(() => {
      this.#isPlanned = false;
      this.#end();
      if (this.isConnected) this.#begin();
    });
  }

  #begin(): void {
    try {
      const { baseUrl, apiKey, question } = readAttributes(this);
      if (question === null) {
        this.#say('Connect a wallet to see its vaults.');
        return;
      }
      const picker = createPicker(createClient({ baseUrl, apiKey, retries: RETRIES }), question);
      const options = { picker, question, id: 'mandate', onChoose: () => this.#choose(picker) };
      const render = () => this.#render(viewOf(picker.getState(), options));
      this.#subscribe = () => picker.subscribe(render);
      this.#resume();
      render();
    } catch (error) {
      this.#say(error instanceof Error ? error.message : String(error));
    }
  }

  #resume(): void {
    this.#leave ??= this.#subscribe?.() ?? null;
  }

  #pause(): void {
    this.#leave?.();
    this.#leave = null;
  }

  #end(): void {
    clearTimeout(this.#hiding);
    this.#pause();
    this.#subscribe = null;
  }

  readonly #onVisibility = (): void => {
    clearTimeout(this.#hiding);
    if (document.visibilityState === 'hidden') this.#hiding = setTimeout(() => this.#pause(), HIDDEN_MS);
    else this.#resume();
  };

  #choose(picker: Picker): void {
    const detail = picker.choose();
    if (detail === null) return;
    this.dispatchEvent(
      new CustomEvent<ChosenVault>('mandate-vault', { detail, bubbles: true, composed: true }),
    );
  }

  #say(text: string): void {
    const note = { tag: 'p', attributes: { class: 'status', role: 'status' }, children: [text] };
    this.#render({ tag: 'div', attributes: { class: 'mandate-vaults' }, children: [note] });
  }

  #render(tree: Tree): void {
    if (this.shadowRoot) patch(this.shadowRoot, [tree]);
  }
}

function createSheet(): CSSStyleSheet {
  const created = new CSSStyleSheet();
  created.replaceSync(SHEET);
  return created;
}

if (globalThis.customElements && !customElements.get('mandate-vaults'))
  customElements.define('mandate-vaults', MandateVaults);
