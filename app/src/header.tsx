import { useEffect, useRef, useState } from "preact/hooks";
import { useApp } from "./app-context.ts";
import { ExportMenu } from "./export-menu.tsx";
import { ReviewProgress } from "./pages/review/review-progress.tsx";
import { type PageName, pageNames } from "./route.ts";
import { useStore } from "./store.ts";
import { applyTheme, isDark } from "./theme.ts";
import { saveUser } from "./user-name.ts";

const titles: Readonly<Record<PageName, string>> = {
  review: "Review",
  models: "Models",
  map: "Map",
  playground: "Playground",
};

/** The header of every page: navigation, progress of the review, name of the reviewer. */
export function Header({ page }: { readonly page: PageName }) {
  const { review } = useApp();
  const { state, isConnected } = useStore(review.store);
  return (
    <header class="header">
      <a class="brand" href="#/review">
        <img src="icon.svg" alt="" width="26" height="26" />
        <span>Lacuna</span>
        {state !== undefined && (
          <bdi class="data-name" title={state.data.name}>
            {state.data.name}
          </bdi>
        )}
      </a>
      <nav aria-label="Pages">
        {pageNames.map((name) => (
          <a key={name} href={`#/${name}`} aria-current={name === page ? "page" : undefined}>
            {titles[name]}
          </a>
        ))}
      </nav>
      {state === undefined ? <span class="grow" /> : <ReviewProgress state={state} />}
      {!isConnected && (
        <span class="lost" role="status">
          Connection lost, retrying …
        </span>
      )}
      <ExportMenu formats={state?.formats ?? []} />
      <UserName />
      <ThemeToggle />
    </header>
  );
}

function UserName() {
  const { store } = useApp().review;
  const { user } = useStore(store);
  const [isEditing, setEditing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.select(), [isEditing]);
  const leave = () => {
    const name = input.current?.value.trim() ?? "";
    if (name !== "" && name !== user) {
      saveUser(name);
      store.set({ user: name });
    }
    setEditing(false);
  };
  if (!isEditing)
    return (
      <button
        type="button"
        class="user"
        title="Your decisions are saved under this name"
        onClick={() => setEditing(true)}
      >
        <bdi>{user}</bdi>
      </button>
    );
  return (
    <input
      ref={input}
      class="user"
      aria-label="Your name"
      maxLength={60}
      defaultValue={user}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === "Enter") leave();
        if (event.key === "Escape") setEditing(false);
      }}
    />
  );
}

function ThemeToggle() {
  const [dark, setDark] = useState(isDark);
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={dark ? "Switch to light" : "Switch to dark"}
      title={dark ? "Switch to light" : "Switch to dark"}
      onClick={() => {
        applyTheme(dark ? "light" : "dark");
        setDark(!dark);
      }}
    >
      <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
        {dark ? (
          <path
            d="M10 6a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0-4.5v2m0 13v2M1.500 10h2m13 0h2M4 4l1.400 1.400m9.200 9.200L16 16m0-12-1.400 1.400M5.400 14.600 4 16"
            class="stroke"
          />
        ) : (
          <path d="M16.500 12.200A7 7 0 0 1 7.800 3.500a7 7 0 1 0 8.700 8.700Z" class="stroke" />
        )}
      </svg>
    </button>
  );
}
