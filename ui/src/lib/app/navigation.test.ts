import { describe, expect, test } from "vitest";
import { Navigation } from "./navigation.svelte";

describe("a screen that is shown after something", () => {
  /** From the library to the study; `act` is what comes between. Returns the screen at last, and what the call returned. */
  async function shown(act: (navigation: Navigation) => unknown) {
    const navigation = new Navigation();
    navigation.show({ name: "library" });
    const isShown = await navigation.showAfter(async () => act(navigation), { name: "study" });
    return [navigation.screen.name, isShown];
  }

  test("is shown", async () => {
    expect(await shown(() => {})).toEqual(["study", true]);
  });

  test("is not shown after a refusal", async () => {
    expect(await shown(() => false)).toEqual(["library", false]);
  });

  test("is not shown to a person who went elsewhere meanwhile", async () => {
    expect(await shown((navigation) => navigation.show({ name: "home" }))).toEqual(["home", false]);
    // Also who left and came back has begun something else.
    expect(await shown((navigation) => navigation.show({ name: "library" }))).toEqual(["library", false]);
  });
});
