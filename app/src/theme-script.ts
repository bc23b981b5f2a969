import { applyTheme, savedTheme } from "./theme.ts";

// Runs before the page is drawn, so that it does not flash in the other theme.
applyTheme(savedTheme());
