/** Abbreviations that a sentence does not end with: a name, a number or a reference follows. Lower case, without the point. */
export const openAbbreviations: ReadonlySet<string> = new Set(
  (
    "mr mrs ms mx dr prof rev fr hon pres gov sen rep gen col maj capt cmdr lt sgt cpl pvt adm st mt ft ste messrs mmes " +
    "vs cf viz approx ca al e.g i.e fig figs eq eqs sec ch vol vols pp p nos ed eds trans supt insp det " +
    "hr fru frl herr bzw usw z.b d.h u.a sr sra srta dott sig mme mlle dipl ing"
  ).split(" "),
);

/** Abbreviations that may or may not end a sentence: what follows decides. Lower case, without the point. */
export const doubtfulAbbreviations: ReadonlySet<string> = new Set(
  (
    "inc corp co ltd llc plc bros jr sr esq ph.d m.d b.a m.a dept univ assn ave blvd rd sq " +
    "jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun est no"
  ).split(" "),
);

/** Words that begin sentences far more often than names: after a doubtful point they mean a new sentence. */
export const sentenceStarters: ReadonlySet<string> = new Set(
  (
    "The A An He She It They We You I This That These Those There Here In On At By For From With But And Or So Yet " +
    "If When While After Before Since Because Although However Then Now His Her Its Their Our My What Who Where Why How " +
    "As Is Are Was Were Do Does Did Some Many Most All No Not To Of One Two"
  ).split(" "),
);
