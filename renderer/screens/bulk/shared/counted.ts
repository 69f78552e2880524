/** A number of things, in words: "1 row", "2,300 rows". */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${number.toLocaleString()} ${number === 1 ? one : many}`
}
