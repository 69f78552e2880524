import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { postgresMissing } from './binaries.ts'
import { startPostgres } from './server.ts'
import type { PostgresServer } from './server.ts'

describe.skipIf(postgresMissing() !== null)('a PostgreSQL server for tests', () => {
  let server: PostgresServer
  beforeAll(async () => void (server = await startPostgres()))
  afterAll(() => server.remove())

  it('makes databases apart from each other and keeps them over a power cut', async () => {
    const one = await server.createDatabase()
    const other = await server.createDatabase()
    await ask(one, 'CREATE TABLE kept (n INTEGER)')
    await server.stop('immediate')
    await expect(ask(one, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
    await server.start()
    await expect(ask(one, 'SELECT * FROM kept')).resolves.toEqual([])
    await expect(ask(other, 'SELECT * FROM kept')).rejects.toThrow('does not exist')
  })
})

async function ask(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows
  } finally {
    await client.end()
  }
}
