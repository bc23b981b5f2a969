import { UserError } from "../errors.ts";
import type { Encoder } from "./encoder.ts";
import { isLacFolder } from "./recurrent/lac-folder.ts";
import { pretrainedRecurrent } from "./recurrent/make-recurrent.ts";
import { pretrainedTransformer } from "./transformer/make-transformer.ts";
import type { PreparedPieces } from "./transformer/prepared-pieces.ts";

type PretrainedOptions = NonNullable<Parameters<typeof pretrainedTransformer>[1]>;

/** An encoder with the weights of a folder, whose `config.json` says of which kind it is: a transformer, or recurrent. */
export async function pretrainedEncoder(
  dir: string,
  options: PretrainedOptions = {},
): Promise<Encoder<PreparedPieces>> {
  if (!(await isLacFolder(dir))) return pretrainedTransformer(dir, options);
  const { mix = false, sentence: _, pooling, window, overlap, attentionDropout, ...own } = options;
  for (const [key, value] of Object.entries({ window, overlap, attentionDropout })) {
    if (value !== undefined) {
      throw new UserError(`"encoder.${key}" does not apply to "${dir}": a recurrent encoder has none`, {
        hint: `leave out "encoder.${key}"`,
      });
    }
  }
  if (pooling === "first-last") {
    throw new UserError(
      `"encoder.pooling" may not be "first-last" with "${dir}": it reads characters, not pieces`,
      {
        hint: 'choose one of: "first", "last", "mean"',
      },
    );
  }
  return pretrainedRecurrent(dir, {
    ...own,
    ...(pooling !== undefined && { pooling }),
    output: mix ? "mix" : "last",
  });
}
