import { z } from "zod";

/** Names of features are parts of parameter and size names, so they are plain identifiers. */
export const featureName = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]*$/, "a feature's name has letters, digits and _ and starts with a letter")
  .describe("Name of the feature, unique within an encoder");
