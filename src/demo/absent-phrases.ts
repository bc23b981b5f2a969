/** What a real dictionary also holds: phrases of each label that the demo corpus never uses. */
export const absentPhrases: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    PER: `
      Ottoline Greaves, Percival Nutt, Yevgenia Tarkhova, Baltasar Ibarra, Xiomara Peñalosa, Ulf Tegner,
      Quentin Abbotsleigh, Damaris Ekström, Ignatius Mbeki-Rowe, Rahel Zollinger, Fumiko Arakawa, Teodor Vasilev,
      Perpetua Onslow, Sundar Krishnamoorthy, Wilhelmina Stroud
    `,
    ORG: `
      Vodafone, Deutsche Bahn, Mitsubishi, Caterpillar, Sheffield Wednesday, Partizan, World Wildlife Fund, Tufts,
      Howard University, Le Figaro, Court of Auditors, Otterburn Mills, Pelham & Crouch, Glendower Wines, Sabena
    `,
    LOC: `
      Winnipeg, Ulaanbaatar, Antananarivo, Paraguay, Eritrea, Turkmenistan, Saskatchewan, Bohemia, Limpopo, Dnieper,
      Lake Chapala, Mount Ararat, Piccadilly, Alexanderplatz, Oberon
    `,
    PRODUCT: `
      Motorola Razr, Palm Pilot, Zune, Trabant, Lada Niva, Lotus Notes, Netscape Navigator, Boggle, Pictionary,
      Pepto-Bismol, Dr Oetker Ristorante, Bakelite Radio, Hoover Junior, Sinclair C5, Walnut Whip
    `,
  }).map(([label, phrases]) => [label, phrases.split(",").map((phrase) => phrase.trim())]),
);
