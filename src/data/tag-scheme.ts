/** How a tag column spells entities. */
export type TagScheme = "iob1" | "iob2" | "iobes" | "bilou" | "bmes";
