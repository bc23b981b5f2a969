import { benchPlaces } from "../../src/bench/suite/bench-places.ts";

/** Where the data sets and pretrained encoders are: as for `lacuna bench`. They are not part of the project. */
export const { data: dataFolder, encoders: encodersFolder } = benchPlaces();
