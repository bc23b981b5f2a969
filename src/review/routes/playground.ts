import { Tagger } from "../../tagging/index.ts";
import type { TagAnswer, TagRequest } from "../api.ts";
import { hidingPaths } from "../runs/hide-paths.ts";
import type { ModelChoice } from "../runs/model-choice.ts";

/** Tags texts with the models of a review. The last model used stays in memory. */
export class Playground {
  #loaded: { readonly dir: string; readonly tagger: Promise<Tagger> } | undefined;

  async tag(
    { run, dir }: ModelChoice,
    { text, threshold, mode }: Omit<TagRequest, "run">,
  ): Promise<TagAnswer> {
    const tagger = await this.#taggerOf(dir);
    const decode = { ...(threshold !== undefined && { threshold }), ...(mode !== undefined && { mode }) };
    const [tagged] = await tagger.tag(text, { decode });
    return {
      run,
      text,
      entities: tagged!.entities.map(({ from, to, label, score, text: words }) => ({
        start: from,
        end: to,
        label,
        score,
        text: words,
      })),
    };
  }

  async close(): Promise<void> {
    const loaded = this.#loaded;
    this.#loaded = undefined;
    await (await loaded?.tagger.catch(() => undefined))?.dispose();
  }

  #taggerOf(dir: string): Promise<Tagger> {
    if (this.#loaded?.dir !== dir) {
      const old = this.#loaded;
      const tagger = hidingPaths(dir, () => Tagger.load(dir, { threads: 1 }));
      this.#loaded = { dir, tagger };
      // If it cannot be loaded, the next request tries again.
      tagger.catch(() => {
        if (this.#loaded?.tagger === tagger) this.#loaded = undefined;
      });
      // It finishes its requests before it is disposed of.
      void old?.tagger.then((last) => last.dispose()).catch(() => undefined);
    }
    return this.#loaded!.tagger;
  }
}
