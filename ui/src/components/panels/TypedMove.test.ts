import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { expect, test } from "vitest";
import TypedMove from "./TypedMove.svelte";

test("a text is played once, also when it is sent again before the answer", async () => {
  const sent: string[] = [];
  let answer = (_: string | null) => {};
  const onplay = (mv: string) => {
    sent.push(mv);
    return new Promise<string | null>((answered) => (answer = answered));
  };
  render(TypedMove, { props: { game: "xiangqi", notation: "wxf", onplay, onclose: () => {} } });
  const field = screen.getByTestId("typed-move") as HTMLInputElement;
  const send = () => fireEvent.click(screen.getByTestId("typed-move-go"));
  await fireEvent.input(field, { target: { value: "C2=5" } });
  await send();
  await send();
  expect(sent).toEqual(["C2=5"]);
  answer("That is no move.");
  await screen.findByTestId("typed-move-error");
  await send();
  expect(sent).toEqual(["C2=5", "C2=5"]);
  answer(null);
  await waitFor(() => expect(field.value).toBe(""));
  // The other side may have the same move.
  await fireEvent.input(field, { target: { value: "C2=5" } });
  await send();
  expect(sent).toHaveLength(3);
});
