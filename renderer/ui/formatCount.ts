// Made when first needed, since the first use of `Intl` takes its time; `toLocaleString` makes one each time.
let numberFormat: Intl.NumberFormat | undefined

/** A number as people of this place write it: "2,300". */
export function formatNumber(number: number): string {
  numberFormat ??= new Intl.NumberFormat()
  return numberFormat.format(number)
}

/** A number of things, in words: "1 row", "2,300 rows". */
export function formatCount(number: number, one: string, many = `${one}s`): string {
  return `${formatNumber(number)} ${number === 1 ? one : many}`
}
