import { render } from "preact";
import { LiveEvents } from "./api/live-events.ts";
import { reviewApi } from "./api/review-api.ts";
import { App } from "./app.tsx";
import { AppProvider } from "./app-context.ts";
import { startReview } from "./pages/review/review.ts";
import { savedUser } from "./user-name.ts";

const live = new LiveEvents();
const review = startReview(reviewApi, live, savedUser());

render(
  <AppProvider value={{ review, live }}>
    <App />
  </AppProvider>,
  document.getElementById("app")!,
);
