/** A list of entity tags, weak ones included. The pattern can't backtrack: no part of it matches the same text in two ways. */
export const tagList =
  /^(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"(?:[\t ]*,[\t ]*(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*")*$/

/** Whether the value of `If-None-Match` names this entity tag, also as a weak one, or is `*` (RFC 9110, section 13.1.2). */
export function matchesIfNone(header = '', etag: string): boolean {
  const value = header.trim()
  if (value === '*') return true
  return tagList.test(value) && (value.match(/"[^"]*"/g)?.includes(etag) ?? false)
}
