/**
 * Returns a cell's text, encoded for its position in an address. Percent-encodes it in the path (except slashes), query
 * and fragment. At the start or as the host, returns it unchanged.
 */
export function insertInUrl(cell: string, before: string): string {
  const text = cell.trim()
  // Lone surrogates can't be encoded. The address is rejected later.
  if (!text.isWellFormed()) return text
  if (before.includes('?') && !before.includes('#')) return encodeURIComponent(text)
  return before.includes('#') || hasHost(before) ? text.split('/').map(encodeURIComponent).join('/') : text
}

/** Whether the text of an address extends beyond its host, or beyond its scheme if it has no host. */
function hasHost(before: string): boolean {
  const scheme = before.indexOf(':')
  if (scheme < 0) return false
  return !before.startsWith('//', scheme + 1) || before.includes('/', scheme + 3)
}
