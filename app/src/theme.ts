type Theme = "system" | "light" | "dark";

const key = "lacuna-theme";

/** The theme that was chosen in this browser; that of the system unless one was. */
export function savedTheme(): Theme {
  const saved = localStorage.getItem(key);
  return saved === "light" || saved === "dark" ? saved : "system";
}

/** Shows the page in a theme, and remembers it for the next time. */
export function applyTheme(theme: Theme): void {
  if (theme === "system") {
    delete document.documentElement.dataset.theme;
    localStorage.removeItem(key);
  } else {
    document.documentElement.dataset.theme = theme;
    localStorage.setItem(key, theme);
  }
}

/** Whether the page is dark now, by choice or by the system. */
export function isDark(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}
