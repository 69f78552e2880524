/** Rows per read; fewer for rows that are long. */
const defaultPageSize = 2_000

/** Yields all rows after the first key, in non-empty pages. */
export async function* readPages<Key, Row extends Key>(
  first: Key,
  read: (after: Key, limit: number) => Promise<Row[]>,
  pageSize = defaultPageSize,
): AsyncGenerator<Row[]> {
  for (let after: Key | undefined = first; after !== undefined;) {
    const page = await read(after, pageSize)
    if (page.length > 0) yield page
    after = page.length < pageSize ? undefined : page.at(-1)
  }
}
