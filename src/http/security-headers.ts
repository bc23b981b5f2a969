/**
 * What every answer tells browsers: load nothing from elsewhere, run no script that stands in a page, show no page of this
 * server inside another's, do not guess types, keep nothing. Pages get their scripts, styles and data from this server only.
 */
export const securityHeaders: Readonly<Record<string, string>> = Object.freeze({
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "cache-control": "no-store",
});
