import { Client } from 'pg'

/** Number of files of 16 MB each, more than a bench fills. */
const logFiles = 40

/**
 * Creates the files of a new server's log in advance. After some minutes it reuses old ones; until then, every client
 * would wait once a second while it fills another one with zeros.
 */
export async function makeLogFiles(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query("ALTER SYSTEM SET min_wal_size = '1GB'")
  await client.query('SELECT pg_reload_conf()')
  for (let index = 0; index < logFiles; index++) {
    await client.query("SELECT pg_logical_emit_message(false, '', '')")
    await client.query('SELECT pg_switch_wal()')
  }
  await client.query('CHECKPOINT')
  await client.end()
}
