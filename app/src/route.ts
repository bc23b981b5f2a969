import { useEffect, useState } from "preact/hooks";

export const pageNames = ["review", "models", "map", "playground"] as const;
export type PageName = (typeof pageNames)[number];

/** The page that a URL hash names. Default: the review. */
export function pageOf(hash: string): PageName {
  const name = /^#\/([a-z]+)/.exec(hash)?.[1];
  return pageNames.find((page) => page === name) ?? "review";
}

export function usePage(): PageName {
  const [page, setPage] = useState(() => pageOf(location.hash));
  useEffect(() => {
    const follow = () => setPage(pageOf(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return page;
}
