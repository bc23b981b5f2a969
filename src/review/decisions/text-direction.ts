const STRONG =
  /(?<rtl>[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Samaritan}\p{Script=Mandaic}])|\p{L}/u;

/** Which way a text runs: that of its first letter, as browsers decide for `dir=auto`. */
export function textDirection(text: string): "ltr" | "rtl" {
  return STRONG.exec(text)?.groups?.rtl === undefined ? "ltr" : "rtl";
}
