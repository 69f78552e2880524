/**
 * A cell's text at its place in an address. In a path, a query and behind `#` it is percent-encoded; in a path a slash leads further
 * inside. At the beginning, and as host, it is taken as it is: there it is the address itself, or a part of it.
 */
export function insertInUrl(cell: string, before: string): string {
  const text = cell.trim()
  // Half of a surrogate pair cannot be encoded. The address with it is refused.
  if (!text.isWellFormed()) return text
  if (before.includes('?') && !before.includes('#')) return encodeURIComponent(text)
  return before.includes('#') || hasHost(before) ? text.split('/').map(encodeURIComponent).join('/') : text
}

/** Whether an address has gone beyond its host, or, where it has no host, its scheme. */
function hasHost(before: string): boolean {
  const scheme = before.indexOf(':')
  if (scheme < 0) return false
  return !before.startsWith('//', scheme + 1) || before.includes('/', scheme + 3)
}
