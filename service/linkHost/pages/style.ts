import { hash } from 'node:crypto'

/** One style sheet for all pages, small enough to be inlined in each, with a light and a dark mode. */
export const style = `
:root { color-scheme: light dark; --ground: #f4f5f8; --card: #fff; --ink: #171a21; --quiet: #5a6274;
  --line: #e2e5ec; --accent: #3b4fd8; --on-accent: #fff; --lift: 0 1px 2px #1018280d, 0 12px 32px #10182814; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #0f1116; --card: #181b22; --ink: #eceef3; --quiet: #9aa3b5;
    --line: #2a2f3a; --accent: #8b9bff; --on-accent: #0f1116; --lift: none; }
}
* { box-sizing: border-box; margin: 0; }
body { min-height: 100vh; min-height: 100svh; display: grid; grid-template-rows: 1fr auto; justify-items: center;
  align-items: center; padding: 24px 20px; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
main { width: 100%; max-width: 28rem; padding: 36px 32px; background: var(--card); border: 1px solid var(--line);
  border-radius: 18px; box-shadow: var(--lift); overflow-wrap: anywhere; }
.image { display: block; width: 100%; max-height: 320px; margin-bottom: 22px; border-radius: 12px; object-fit: cover; }
.mark { display: block; width: 44px; height: 44px; margin-bottom: 22px; color: var(--accent); }
h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.012em; text-wrap: balance; }
p { margin-top: 10px; color: var(--quiet); white-space: pre-line; }
.go { display: block; margin-top: 28px; padding: 14px 20px; border-radius: 12px; background: var(--accent);
  color: var(--on-accent); font-weight: 600; text-align: center; text-decoration: none; }
.go:hover { filter: brightness(1.08); }
.go:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
.where { margin-top: 12px; font-size: 0.875rem; text-align: center; }
footer { padding-top: 24px; font-size: 0.8125rem; color: var(--quiet); }
@media (max-width: 26rem) { main { padding: 28px 22px; } h1 { font-size: 1.375rem; } }
`

const imageSources = 'img-src data:'

/**
 * Pages load, run and send nothing, and can't be framed. The only style sheet is allowed by its hash. The empty
 * inline icon keeps browsers from requesting one.
 */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', style, 'base64')}'`,
  imageSources,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Returns the policy of a link's page. The origin of its image has no characters that end a source (`imageError`). */
export function policyFor({ image, showsImage }: { image: string | null; showsImage: boolean }): string {
  if (!showsImage || image === null) return pagePolicy
  return pagePolicy.replace(imageSources, `${imageSources} ${new URL(image).origin}`)
}
