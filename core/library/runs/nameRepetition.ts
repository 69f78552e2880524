/** Leaves room for the number in a name that may have 200 characters. */
const maxBaseLength = 190

/** Returns the first of `Name (2)`, `Name (3)`… that no run has. */
export function nameRepetition(name: string, taken: ReadonlySet<string>): string {
  const base = name
    .replace(/ \(\d+\)$/, '')
    .slice(0, maxBaseLength)
    .toWellFormed()
  let count = 2
  while (taken.has(`${base} (${count})`)) count++
  return `${base} (${count})`
}
