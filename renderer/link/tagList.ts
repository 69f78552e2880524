/** Appends tags; existing ones keep their position. */
export function addTags(tags: string[], added: string[]): string[] {
  return [...new Set([...tags, ...added])]
}

/** Replaces a tag in place, by one or several. */
export function replaceTag(tags: string[], tag: string, replacement: readonly string[]): string[] {
  return addTags(
    [],
    tags.flatMap((existing) => (existing === tag ? replacement : existing)),
  )
}
