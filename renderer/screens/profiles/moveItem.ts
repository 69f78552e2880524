/** The list with one of its items at another place; a place outside of the list is its nearest end. */
export function moveItem<T>(items: readonly T[], item: T, to: number): T[] {
  const others = items.filter((other) => other !== item)
  const place = Math.min(Math.max(to, 0), others.length)
  return [...others.slice(0, place), item, ...others.slice(place)]
}
