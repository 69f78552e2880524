const trailingPunctuation = ')].,;:!?*…'

/** Returns the address that begins at `from`, without the punctuation of the surrounding text. */
export function extractUrlAt(word: string, from: number, end: number): string {
  const address = trimTrailingPunctuation(trimPathEnd(word.slice(from, end)))
  const mark = word.charAt(from - 1)
  if (mark !== '_' && mark !== '~') return address
  let last = address.length
  for (let i = from - 1; word.charAt(i) === mark && address.charAt(last - 1) === mark; i--) last--
  return address.slice(0, last)
}

/**
 * Cuts an address where its path ends in a table, in markup or in a sentence without spaces. Keeps a query
 * unchanged.
 */
export function trimPathEnd(address: string): string {
  const slash = address.indexOf('/', address.indexOf('://') + 3)
  if (slash < 0) return address
  const query = address.slice(slash).search(/[?#]/)
  const path = query < 0 ? address.slice(slash) : address.slice(slash, slash + query)
  const end = path.search(
    /[,;[\]]|&(?:quot|apos|lt|gt|nbsp|amp|#\w{1,6});|(?<=[A-Za-z0-9])[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u,
  )
  return end < 0 ? address : address.slice(0, slash + end)
}

/** Removes trailing sentence punctuation. Uses a loop, because `[…]+$` takes quadratic time on long runs. */
export function trimTrailingPunctuation(word: string): string {
  let end = word.length
  while (end > 0 && trailingPunctuation.includes(word.charAt(end - 1))) end--
  return word.slice(0, end)
}
