import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { LiveEvents } from "./api/live-events.ts";
import type { Review } from "./pages/review/review.ts";

/** What all pages share. */
interface AppContext {
  readonly review: Review;
  readonly live: LiveEvents;
}

const context = createContext<AppContext | undefined>(undefined);

export const AppProvider = context.Provider;

export function useApp(): AppContext {
  const app = useContext(context);
  if (app === undefined) throw new Error("used outside of the app");
  return app;
}
