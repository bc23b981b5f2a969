/** F1 on dev of a method of ours, in percent. */
interface OurScores {
  readonly method: string;
  /** After as many epochs as spaCy. */
  readonly equalEpochs: number;
  /** After the epochs that fit into the time that spaCy took, by the speeds of the same run. */
  readonly equalTime: { readonly epochs: number; readonly f1: number };
}

/** What is asked for: no less than spaCy after as many epochs, and so many points more after as much time. */
const [AT_EQUAL_EPOCHS, AT_EQUAL_TIME] = [0, 2];

/** F1 on dev at equal epochs and at equal time, against spaCy. */
export function* scoresTable(epochs: number, theirs: number, ours: readonly OurScores[]): Generator<string> {
  yield "F1 on dev            equal epochs             equal time";
  const shown = (count: number, f1: number) => `${f1.toFixed(1)} (${count} epochs)`;
  yield `  spaCy              ${shown(epochs, theirs)}`;
  const against = (f1: number, asked: number) => {
    const more = f1 - theirs;
    const sign = more < 0 ? "−" : "+";
    return `${sign}${Math.abs(more).toFixed(1)} ${more >= asked ? "met" : `asked: +${asked}`}`;
  };
  for (const { method, equalEpochs, equalTime } of ours) {
    const first = `${shown(epochs, equalEpochs)}, ${against(equalEpochs, AT_EQUAL_EPOCHS)}`;
    const second = `${shown(equalTime.epochs, equalTime.f1)}, ${against(equalTime.f1, AT_EQUAL_TIME)}`;
    yield `  ${method.padEnd(18)} ${first.padEnd(24)} ${second}`;
  }
}
