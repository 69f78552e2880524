type Table = Readonly<Record<string, unknown>>
type Tables = readonly Table[]

/** The names that occur in more than one of `Tables`; `never` if there are none. */
export type RepeatedName<All extends Tables, Seen = never> = All extends readonly [
  infer First,
  ...infer Rest extends Tables,
]
  ? (keyof First & Seen) | RepeatedName<Rest, Seen | keyof First>
  : never

/** Fails to compile unless `Names` is `never`. The compiler's message lists the names. */
export type NoneRepeated<Names extends never> = Names

type Intersection<All extends Tables> = All extends readonly [infer First, ...infer Rest extends Tables]
  ? First & Intersection<Rest>
  : unknown

/** The type of a table with the rows of all `Tables`. */
export type MergedTables<All extends Tables> = { [Name in keyof Intersection<All>]: Intersection<All>[Name] }

/**
 * Returns a table with the rows of all tables. If two tables share a name, the later row wins; `NoneRepeated` prevents
 * that at compile time.
 */
export function mergeTables<const All extends Tables>(tables: All): MergedTables<All> {
  return Object.assign({}, ...tables) as MergedTables<All>
}
