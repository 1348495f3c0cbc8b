// Which texts a screen shows in part only.

/**
 * The texts in view that their own box, an edge around it or the window cuts, by name. What scrolls can be read whole; what
 * gave way as a whole, as the level behind a long name, is not cut. `but` fits what may end with an ellipsis: a text of any length.
 */
export const cutTexts = (window, but = "none") =>
  window.run(
    `
    const [but] = arguments;
    const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
    const root = dialog ?? document.body;
    const pencil = document.createElement("canvas").getContext("2d");
    const name = (one, text) => (one.closest("[data-testid]")?.dataset.testid ?? one.tagName) + ": " + text.trim().slice(0, 60);
    const out = new Set();
    const whole = [];

    /** What the edges around a rectangle leave of it, and of that what is in view; only the window of a list that scrolls cuts nothing. */
    const partOf = (one, rect) => {
      const own = { left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom };
      const seen = { ...own };
      const cut = (part, edge, x, y) => {
        if (x) [part.left, part.right] = [Math.max(part.left, edge.left), Math.min(part.right, edge.right)];
        if (y) [part.top, part.bottom] = [Math.max(part.top, edge.top), Math.min(part.bottom, edge.bottom)];
      };
      const free = { x: true, y: true };
      for (let up = one; up && up !== document.documentElement; up = up.parentElement) {
        const style = getComputedStyle(up);
        const edge = up.getBoundingClientRect();
        const [x, y] = [style.overflowX, style.overflowY];
        cut(seen, edge, x !== "visible", y !== "visible");
        if (/auto|scroll/.test(x)) free.x = false;
        if (/auto|scroll/.test(y)) free.y = false;
        cut(own, edge, free.x && x !== "visible", free.y && y !== "visible");
        if (style.position === "fixed") break;
      }
      const page = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
      cut(own, page, free.x, free.y);
      cut(seen, page, true, true);
      return { own, seen };
    };

    /** The part that lies over what scrolls below it. */
    const layerOf = (one) => {
      let up = one;
      while (up && !/fixed|sticky/.test(getComputedStyle(up).position)) up = up.parentElement;
      return up;
    };

    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const one = text.parentElement;
      if (!text.data.trim() || !one || one.closest("svg, canvas, .unseen, .behind, [role=grid], option, script, style, " + but)) continue;
      if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      // Nothing of it is painted.
      if (getComputedStyle(one).clipPath === "inset(50%)") continue;
      // An ellipsis, or a block that ends within its text.
      for (let up = one; up && up !== root; up = up.parentElement) {
        const style = getComputedStyle(up);
        if (/hidden|clip/.test(style.overflowX) && up.clientWidth > 0 && up.scrollWidth > up.clientWidth + 1 && style.textOverflow === "ellipsis") out.add(name(one, text.data));
        if (/hidden|clip/.test(style.overflowY) && style.webkitLineClamp !== "none" && up.scrollHeight > up.clientHeight + 2) out.add(name(one, text.data));
        if (style.display !== "inline") break;
      }
      const range = document.createRange();
      range.selectNodeContents(text);
      for (const rect of range.getClientRects()) {
        if (rect.width < 2 || rect.height < 2) continue;
        const { own, seen } = partOf(one, rect);
        const [wide, high] = [own.right - own.left, own.bottom - own.top];
        // Gone as a whole; a quarter of a line is room between lines.
        if (wide <= 1 || high <= rect.height / 4) continue;
        if (wide < rect.width - 2 || high < rect.height * 0.75) out.add(name(one, text.data));
        whole.push({ one, layer: layerOf(one), text: text.data, ...seen });
      }
    }

    for (const field of root.querySelectorAll("input[placeholder], select, input:not([type]), input[type=text], input[type=number]")) {
      if (!field.checkVisibility() || field.closest(".unseen, .behind, " + but)) continue;
      const style = getComputedStyle(field);
      pencil.font = style.font;
      const text = field.tagName === "SELECT" ? field.selectedOptions[0]?.textContent.trim() : field.value || field.placeholder;
      // The system's list has its arrow within the padding of WebKitGTK.
      const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
      // What a person wrote may be longer than its field.
      if (field.tagName !== "SELECT" && field.value && field.type !== "number") continue;
      if (text && pencil.measureText(text).width > room + 1) out.add(name(field, text) + " (" + Math.round(pencil.measureText(text).width) + " in " + Math.round(room) + ")");
    }
    // Text over text in one layer.
    for (const [nth, a] of whole.entries())
      for (const b of whole.slice(nth + 1)) {
        if (a.one === b.one || a.layer !== b.layer) continue;
        const [wide, high] = [Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)];
        const low = Math.min(a.bottom - a.top, b.bottom - b.top);
        if (wide > 2 && high > low / 2) out.add(name(a.one, a.text) + " lies over " + name(b.one, b.text));
      }
    return [...out];`,
    but,
  );
