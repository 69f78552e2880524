/** Adds tags at the end; one that is there already keeps its place. */
export function addTags(tags: string[], added: string[]): string[] {
  return [...new Set([...tags, ...added])]
}

/** The tags with one of them under another name, at its place. */
export function replaceTag(tags: string[], tag: string, by: string): string[] {
  return addTags(
    [],
    tags.map((each) => (each === tag ? by : each)),
  )
}
