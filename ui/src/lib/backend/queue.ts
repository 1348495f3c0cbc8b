/** Makes calls one after the other, in the order in which they were asked for. A rejected call does not hold up the next. */
export class Queue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(call: () => Promise<T>): Promise<T> {
    const answer = this.#last.then(call);
    this.#last = answer.catch(() => {});
    return answer;
  }
}
