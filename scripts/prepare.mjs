// What npm runs for those who install Lacuna from its repository (`npm install git+https://…`): npm has installed what is
// needed, the rest is to build. In a clone, .npmrc keeps npm from running it.
import { build } from "./setup.mjs";

build();
