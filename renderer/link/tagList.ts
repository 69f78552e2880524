/** Appends tags; existing ones keep their position. */
export function addTags(tags: string[], added: string[]): string[] {
  return [...new Set([...tags, ...added])]
}

/** Renames a tag in place. */
export function replaceTag(tags: string[], tag: string, replacement: string): string[] {
  return addTags(
    [],
    tags.map((existing) => (existing === tag ? replacement : existing)),
  )
}
