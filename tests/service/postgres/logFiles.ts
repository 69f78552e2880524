import { Client } from 'pg'

/** Of 16 MB each, which is more than a bench fills. */
const logFiles = 40

/**
 * Lets a new server find the files of its log ready, as it does after its first minutes, when it uses old ones again. Otherwise
 * everybody would wait once a second while it fills another with zeros.
 */
export async function makeLogFiles(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query("ALTER SYSTEM SET min_wal_size = '1GB'")
  await client.query('SELECT pg_reload_conf()')
  for (let made = 0; made < logFiles; made++) {
    await client.query("SELECT pg_logical_emit_message(false, '', '')")
    await client.query('SELECT pg_switch_wal()')
  }
  await client.query('CHECKPOINT')
  await client.end()
}
