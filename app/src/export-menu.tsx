import { useEffect, useRef } from "preact/hooks";

/** Downloads of the data with all decisions applied, one for each format. */
export function ExportMenu({ formats }: { readonly formats: readonly string[] }) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      if (menu.current?.open !== true) return;
      if (
        event instanceof KeyboardEvent ? event.key === "Escape" : !menu.current.contains(event.target as Node)
      )
        menu.current.open = false;
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close);
    };
  }, []);
  if (formats.length === 0) return null;
  return (
    <details class="menu" ref={menu}>
      <summary>Export</summary>
      <div class="menu-list">
        <p>The data with your decisions applied</p>
        {formats.map((format) => (
          <a key={format} href={`/api/export?format=${encodeURIComponent(format)}`} download="">
            {format}
          </a>
        ))}
      </div>
    </details>
  );
}
