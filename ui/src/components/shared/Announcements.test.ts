import { render, waitFor } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { Announcer } from "../../lib/aloud/announcer.svelte";
import Announcements from "./Announcements.svelte";

test.each(["liveRegion", "alertDialog"] as const)(
  "a dialog says what comes after it was opened, by %s",
  async (route) => {
    const announcer = new Announcer(() => {});
    announcer.route = route;
    announcer.announce({ text: "Undone.", urgent: true });
    const frame = render(Announcements, { props: { announcer } });
    await waitFor(() => expect(frame.container.textContent).toContain("Undone."));
    const dialog = render(Announcements, { props: { announcer, inside: true } });
    expect(dialog.container.textContent?.trim()).toBe("");
    expect(dialog.container.querySelector("[role=alertdialog]")).toBeNull();
    announcer.announce({ text: "Game over.", urgent: true });
    await waitFor(() => expect(dialog.container.textContent).toContain("Game over."));
    expect(dialog.container.textContent).not.toContain("Undone.");
    announcer.close();
  },
);
