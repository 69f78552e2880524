/** Returns the list with an item moved. An index out of range is clamped. */
export function moveItem<T>(items: readonly T[], item: T, newIndex: number): T[] {
  const others = items.filter((other) => other !== item)
  const index = Math.min(Math.max(newIndex, 0), others.length)
  return [...others.slice(0, index), item, ...others.slice(index)]
}
