import { render, screen, waitFor } from "@testing-library/svelte";
import { expect, test } from "vitest";
import { createRawSnippet } from "svelte";
import Later from "../components/shared/Later.svelte";
import { i18n } from "../lib/i18n/i18n.svelte";
import { Lazy } from "../lib/app/lazy.svelte";

test("a part is loaded once, and a failure is said and can be tried again", async () => {
  i18n.lang = "en";
  let calls = 0;
  const part = new Lazy(async () => {
    if (++calls === 1) throw new Error("not there");
    return "here";
  });
  const children = createRawSnippet<[unknown]>((what) => ({ render: () => `<b>${String(what())}</b>` }));
  render(Later, { props: { part, children } });
  const alert = await screen.findByTestId("load-failed");
  expect(alert.textContent).toContain("could not be loaded");
  screen.getByTestId("load-again").click();
  await waitFor(() => expect(screen.getByText("here")).toBeTruthy());
  expect(screen.queryByTestId("load-failed")).toBeNull();
  await part.load();
  expect(calls).toBe(2);
});
