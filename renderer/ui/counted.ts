// Made when first needed, since the first use of `Intl` takes its time; `toLocaleString` makes one each time.
let numbers: Intl.NumberFormat | undefined

/** A number as people of this place write it: "2,300". */
export function written(number: number): string {
  numbers ??= new Intl.NumberFormat()
  return numbers.format(number)
}

/** A number of things, in words: "1 row", "2,300 rows". */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${written(number)} ${number === 1 ? one : many}`
}
