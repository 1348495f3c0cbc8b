// Finds a place for the focus when the focused control goes. The page would take it, and a screen reader would be silent or
// say the title of the window.

/** Where a control was: an element that is still in the page, and the node before the control. */
type Gap = { parent: Element; before: Node | null };
/** The last focused control of the page or of a dialog, and its place once it has gone. */
type Trail = { element: HTMLElement; gap: Gap | null };

/** What gives the focus a place of its own does it within this time. */
const GRACE_MS = 60;
/** A control is disabled for a moment while it works. */
const DISABLED_MS = 1000;

const FOCUSABLE = "a[href], button, input, select, textarea, [tabindex]";
/** The part of the page in which a neighbour takes the focus. */
const SCOPE = "dialog, main";

type Options = {
  /** Whether the person uses the keys. */
  isOn: () => boolean;
  /** Gives the focus to the board or the heading of the screen. */
  toHead: () => void;
};

/**
 * Watches the focus within `root` and returns the end of it. After a focused control was removed, the control after it in
 * the nearest ancestor has the focus, or one before it, at last the head of the screen. A disabled control has it again
 * when it is enabled; on a screen with a board, the head has it after a second.
 */
export function watchLostFocus(root: HTMLElement, { isOn, toHead }: Options): () => void {
  let page: Trail | null = null;
  let dialog: Trail | null = null;
  let pending: Trail | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const isIdle = () => document.activeElement === null || document.activeElement === document.body;

  function note(target: EventTarget | null) {
    settle();
    if (!(target instanceof HTMLElement) || target === document.body) return;
    const trail = { element: target, gap: null };
    if (target.closest("dialog")) dialog = trail;
    else [page, dialog] = [trail, null];
  }

  /** Forgets a control that the person or the page has left on purpose. */
  function onfocusout({ target, relatedTarget }: FocusEvent) {
    if (relatedTarget) return;
    setTimeout(() => {
      if (!(target instanceof HTMLElement) || !target.isConnected || target.matches(":disabled")) return;
      if (!isIdle()) return;
      if (page?.element === target) page = null;
      if (dialog?.element === target) dialog = null;
    });
  }

  const watch = new MutationObserver((records) => {
    for (const one of [page, dialog]) if (one) follow(one, records);
    const trail = document.querySelector("dialog[open]") ? dialog : page;
    if (!trail) return;
    const { element } = trail;
    if (trail.gap) later(trail, GRACE_MS, () => isIdle() && fill(trail));
    else if (element.matches(":disabled")) later(trail, DISABLED_MS, () => leave(element));
    else if (records.some((record) => isAbout(record, element))) {
      // It was enabled again, or moved with its row.
      settle();
      if (isIdle() && isOn()) element.focus();
    }
  });

  function later(trail: Trail, ms: number, then: () => void) {
    if (pending === trail) return;
    settle();
    pending = trail;
    timer = setTimeout(() => {
      settle();
      if (isOn()) then();
    }, ms);
  }

  function settle() {
    clearTimeout(timer);
    pending = null;
  }

  function leave(element: HTMLElement) {
    const isLost = isIdle() || document.activeElement === element;
    if (isLost && element.matches(":disabled") && element.closest(SCOPE)?.querySelector(".stage")) toHead();
  }

  function fill({ gap }: Trail) {
    const scope = gap?.parent.closest(SCOPE);
    const found = gap && scope && (cellOf(gap.parent) ?? neighbour(gap, scope));
    if (found) found.focus();
    else if (!scope?.matches("dialog")) toHead();
  }

  const onfocusin = ({ target }: FocusEvent) => note(target);

  note(document.activeElement);
  document.addEventListener("focusin", onfocusin);
  document.addEventListener("focusout", onfocusout);
  watch.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  return () => {
    document.removeEventListener("focusin", onfocusin);
    document.removeEventListener("focusout", onfocusout);
    watch.disconnect();
    settle();
  };
}

/** Whether a record is of an attribute of `element`, or of its removal. */
const isAbout = ({ type, target, removedNodes }: MutationRecord, element: HTMLElement): boolean =>
  type === "attributes" ? target === element : contains(removedNodes, element);

const contains = (nodes: NodeList, node: Node): boolean => [...nodes].some((one) => one.contains(node));

/** Notes where a control was that has been removed, also with what surrounded it. */
function follow(trail: Trail, records: MutationRecord[]): void {
  const removal = (node: Node) => records.findLast(({ removedNodes }) => contains(removedNodes, node));
  for (let node: Node = trail.gap?.parent ?? trail.element; !node.isConnected;) {
    const gone = removal(node);
    if (!(gone?.target instanceof Element)) return;
    trail.gap = { parent: gone.target, before: gone.previousSibling };
    node = gone.target;
  }
  const { gap } = trail;
  while (gap?.before && !gap.before.isConnected) gap.before = removal(gap.before)?.previousSibling ?? null;
}

/** The current point, if `element` is part of a board. */
const cellOf = (element: Element): HTMLElement | null =>
  element.closest("[role=grid]")?.querySelector<HTMLElement>("[data-square][tabindex='0']") ?? null;

/** The first control after a gap in the nearest ancestor that has one, else the first of what is before the gap. */
function neighbour({ parent, before }: Gap, scope: Element): HTMLElement | null {
  let from = before;
  for (let within: Element | null = parent; within; within = within.parentElement) {
    for (let node = from ? from.nextSibling : within.firstChild; node; node = node.nextSibling) {
      const [found] = controlsOf(node);
      if (found) return found;
    }
    for (let node = from; node; node = node.previousSibling) {
      const [found] = controlsOf(node);
      if (found) return found;
    }
    if (within === scope) return null;
    from = within.previousSibling;
  }
  return null;
}

/** The controls of `node`, itself included, that can have the focus. */
function controlsOf(node: Node): HTMLElement[] {
  if (!(node instanceof HTMLElement)) return [];
  return [node, ...node.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (one) =>
      one.matches(FOCUSABLE) &&
      one.tabIndex >= 0 &&
      !one.matches(":disabled") &&
      (one.checkVisibility?.({ visibilityProperty: true }) ?? true),
  );
}
