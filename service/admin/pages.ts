/** Rows that are read at once. */
const pageSize = 2_000

/** All rows after the first key, in pages that are never empty. */
export async function* readPages<Key, Row extends Key>(
  first: Key,
  read: (after: Key, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after: Key | undefined = first; after !== undefined;) {
    const page = await read(after, pageSize)
    if (page.length > 0) yield page
    after = page.length < pageSize ? undefined : page.at(-1)
  }
}
