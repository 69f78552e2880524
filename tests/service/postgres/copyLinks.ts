import { Client } from 'pg'

/** Copies these columns of one link many times, with ids, paths and stamps that increase. */
export async function copyLinks(url: string, columns: readonly string[], count: number): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`INSERT INTO links (id, path, stamp, ${columns.join(', ')})
    SELECT 1000000000 + number, 'Path' || number, 1700000000000 + number, ${columns.join(', ')}
    FROM (SELECT * FROM links LIMIT 1) AS link, generate_series(1, ${count}) AS number`)
  await client.query('VACUUM ANALYZE links')
  await client.end()
}
