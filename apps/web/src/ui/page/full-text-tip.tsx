import { useEffect, useRef } from 'react';

const GAP_PX = 8;
const LEAVE_MS = 150;
/** Longer paragraphs are read in parts, and the tip stays near. */
const MAX_SENTENCE_PX = 110;

/**
 * Shows the full text of a shortened one (`data-tip`) on hover, focus and touch. Sentences (`data-tip-words`) are in
 * the font of the page. The page has a single tip,
 * a popover above everything, because scrolling tables would cut off their own, and dialogs would cover it.
 */
export function FullTextTip() {
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = tip.current;
    if (!element) return;
    let leaving = 0;
    let anchor: Element | null = null;
    const hide = () => {
      anchor = null;
      element.hidePopover();
    };
    const show = ({ target }: Event) => {
      if (!(target instanceof Element)) return;
      clearTimeout(leaving);
      if (element.contains(target)) return;
      const found = target.closest('[data-tip]') ?? target.closest('a')?.querySelector('[data-tip]');
      if (!found) {
        leaving = window.setTimeout(hide, LEAVE_MS);
        return;
      }
      anchor = found;
      element.textContent = anchor.getAttribute('data-tip');
      element.classList.toggle('mono', !anchor.hasAttribute('data-tip-words'));
      // Shown again, because only then is it above a dialog that opened later.
      element.hidePopover();
      element.showPopover();
      place(element, anchor);
    };
    // Focusing an element may scroll it into view.
    const follow = () => {
      const focused = document.activeElement;
      if (
        anchor &&
        focused &&
        (anchor.contains(focused) || focused.contains(anchor)) &&
        focused !== document.body
      )
        place(element, anchor);
      else hide();
    };
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') hide();
    };
    const events = ['pointerover', 'focusin', 'click'] as const;
    for (const name of events) document.addEventListener(name, show);
    document.addEventListener('keydown', onKey);
    document.addEventListener('scroll', follow, true);
    return () => {
      clearTimeout(leaving);
      for (const name of events) document.removeEventListener(name, show);
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('scroll', follow, true);
    };
  }, []);
  // Hidden from screen readers: the shortened element has the full text for them.
  return <div ref={tip} className="full-text-tip mono" aria-hidden="true" popover="manual" />;
}

/** Puts the tip above the anchor, and above the whole sentence that the anchor is a part of: it is read together with the tip. */
function place(element: HTMLElement, anchor: Element): void {
  const { width, height } = element.getBoundingClientRect();
  const { left: wanted } = anchor.getBoundingClientRect();
  const left = Math.max(GAP_PX, Math.min(wanted, document.documentElement.clientWidth - width - GAP_PX));
  const { top, bottom } = sentenceOf(anchor).getBoundingClientRect();
  const above = top - height - GAP_PX;
  element.style.left = `${left}px`;
  element.style.top = `${above > GAP_PX ? above : bottom + GAP_PX}px`;
}

function sentenceOf(anchor: Element): Element {
  const block = anchor.closest('p, li');
  return block && block.clientHeight <= MAX_SENTENCE_PX ? block : anchor;
}
