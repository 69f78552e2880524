import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'

/** Runs a statement on a database of the service, past its store. Returns the rows. PostgreSQL uses its indexes even for small tables. */
export async function runSql(url: string, text: string, values: (string | number)[] = []): Promise<object[]> {
  if (url.startsWith('sqlite://')) {
    const sql = new DatabaseSync(url.slice('sqlite://'.length))
    try {
      return sql.prepare(text).all(...values)
    } finally {
      sql.close()
    }
  }
  const client = new Client({ connectionString: url, options: '-c enable_seqscan=off' })
  await client.connect()
  try {
    return (await client.query<object>(text.replaceAll(/\?(\d+)/g, '$$$1'), values)).rows
  } finally {
    await client.end()
  }
}
