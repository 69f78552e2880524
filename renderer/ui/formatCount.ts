// Created lazily, because the first use of `Intl` is slow; `toLocaleString` creates one per call.
let numberFormat: Intl.NumberFormat | undefined

/** Formats a number for the current locale: "2,300". */
export function formatNumber(number: number): string {
  numberFormat ??= new Intl.NumberFormat()
  return numberFormat.format(number)
}

/** Formats a count with its noun: "1 row", "2,300 rows". */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  return `${formatNumber(number)} ${number === 1 ? one : many}`
}

/** Returns how many links of other services: "1 link of another service". */
export function referencesText(count: number): string {
  return `${formatCount(count, 'link')} of ${count === 1 ? 'another service' : 'other services'}`
}
