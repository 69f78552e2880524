/** Adds tags at the end; one that is there already keeps its place. */
export function withTags(tags: string[], added: string[]): string[] {
  return [...new Set([...tags, ...added])]
}

/** The tags with one of them under another name, at its place. */
export function replacedTag(tags: string[], tag: string, by: string): string[] {
  return withTags(
    [],
    tags.map((each) => (each === tag ? by : each)),
  )
}
