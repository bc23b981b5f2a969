import { Header } from "./header.tsx";
import { MapPage } from "./pages/map/map-page.tsx";
import { ModelsPage } from "./pages/models/models-page.tsx";
import { PlaygroundPage } from "./pages/playground/playground-page.tsx";
import { ReviewPage } from "./pages/review/review-page.tsx";
import { usePage } from "./route.ts";

const pages = { review: ReviewPage, models: ModelsPage, map: MapPage, playground: PlaygroundPage };

/** The frame of every page. */
export function App() {
  const name = usePage();
  const Page = pages[name];
  return (
    <div class="frame">
      <Header page={name} />
      <main class={`page ${name}-page`}>
        <Page />
      </main>
    </div>
  );
}
