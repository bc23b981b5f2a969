import { render } from "preact";
import { LiveEvents } from "./api/live-events.ts";
import { reviewApi } from "./api/review-api.ts";
import { App } from "./app.tsx";
import { AppProvider } from "./app-context.ts";
import { LiveReviewStore } from "./pages/review/decisions/other-windows.ts";
import { savedUser } from "./user-name.ts";

const live = new LiveEvents();
const store = new LiveReviewStore(reviewApi, savedUser());
store.follow(live);
store.start();

render(
  <AppProvider value={{ store, live }}>
    <App />
  </AppProvider>,
  document.getElementById("app")!,
);
