/** Sends what is said in one turn of the event loop as one parcel: a message between processes costs far more than what is in it. */
export function outbox<T>(send: (messages: readonly T[]) => void): (message: T) => void {
  let waiting: T[] = [];
  return (message) => {
    waiting.push(message);
    if (waiting.length > 1) return;
    setImmediate(() => {
      const messages = waiting;
      waiting = [];
      send(messages);
    });
  };
}
