// Loaded into `lacuna serve` by check:drain (`node --import`): SIGUSR2 ends the thread of one copy of the model as a fault would.
import { Worker } from "node:worker_threads";

const copies = new Set<Worker>();
const post = Worker.prototype.postMessage;
Worker.prototype.postMessage = function (this: Worker, ...args: Parameters<typeof post>) {
  if (!copies.has(this)) {
    copies.add(this);
    this.once("exit", () => copies.delete(this));
  }
  post.apply(this, args);
};
process.on("SIGUSR2", () => {
  const [copy] = copies;
  void copy?.terminate();
});
