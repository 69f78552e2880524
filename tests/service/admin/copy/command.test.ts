import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAdmin } from '../../../../service/admin/run.ts'
import { openPostgresStore } from '../../../../service/store/postgres/store.ts'
import { openSqliteStore } from '../../../../service/store/sqlite/store.ts'
import { postgresMissing } from '../../postgres/binaries.ts'
import { sharePostgres } from '../../postgres/shared.ts'
import type { SharedPostgres } from '../../postgres/shared.ts'

const silentOutput = { print: () => undefined, note: () => undefined }

describe.skipIf(postgresMissing() !== null)('service:admin copy', () => {
  let server: SharedPostgres
  let folder: string
  let sqlite: string
  let postgres: string
  beforeAll(async () => {
    server = await sharePostgres()
    postgres = await server.createDatabase()
    folder = mkdtempSync(join(tmpdir(), 'linkwright-copy-'))
    sqlite = `sqlite://${join(folder, 'links.sqlite')}`
    await admin(['project', 'create', 'Shop'], sqlite)
  })
  afterAll(async () => {
    await server.remove()
    rmSync(folder, { recursive: true })
  })

  /** Runs the tool. Resolves with the JSON lines that it printed; rejects with them in `printedLines` if it fails. */
  async function admin(args: string[], database: string, printedLines: unknown[] = []): Promise<unknown[]> {
    const print = (line: string) => printedLines.push(JSON.parse(line))
    await runAdmin(args, { DATABASE_URL: database }, { ...silentOutput, print })
    return printedLines
  }

  it('service:admin copy copies into the configured database, and the result works', async () => {
    const [report] = await admin(['copy', '--from', sqlite], postgres)
    expect(report).toMatchObject({ equal: true, from: { projects: 1, keys: 1, links: 0 } })
    expect(await admin(['project', 'list'], postgres)).toMatchObject([{ name: 'Shop', active: true }])
  })

  it('service:admin copy succeeds if nothing is missing, and lists what only the target has', async () => {
    await admin(['project', 'create', 'Only there'], postgres)
    const notes: string[][] = []
    const output = { ...silentOutput, note: (...parts: string[]) => notes.push(parts) }
    await runAdmin(['copy', '--from', sqlite, '--to', postgres], {}, output)
    expect(notes).toEqual([['Only in the new database: 1 project, 1 key, 1 operator act.']])
  })

  it('service:admin copy fails and lists what is missing if the copy is incomplete', async () => {
    const target = await server.createDatabase()
    await (await openPostgresStore(target)).close()
    const client = new Client({ connectionString: target })
    await client.connect()
    await client.query(
      "CREATE FUNCTION forget() RETURNS trigger AS 'BEGIN RETURN NULL; END' LANGUAGE plpgsql",
    )
    await client.query(
      'CREATE TRIGGER forget BEFORE INSERT ON project_keys FOR EACH ROW EXECUTE FUNCTION forget()',
    )
    await client.end()
    const printedLines: unknown[] = []
    await expect(admin(['copy', '--from', sqlite, '--to', target], sqlite, printedLines)).rejects.toThrow(
      'Missing or older in the new database: 1 key.',
    )
    expect(printedLines).toMatchObject([{ equal: false, missing: { projects: 0, keys: 1, links: 0 } }])
  })

  it.each(['--from', '--to'])(
    'service:admin copy refuses a file with a foreign trigger as %s',
    async (option) => {
      const changedFile = join(folder, `changed${option}.sqlite`)
      await openSqliteStore(changedFile).close()
      const database = new DatabaseSync(changedFile)
      database.exec('CREATE TRIGGER forget AFTER INSERT ON project_keys BEGIN DELETE FROM project_keys; END')
      database.close()
      const files = { '--from': sqlite, '--to': postgres, [option]: `sqlite://${changedFile}` }
      await expect(admin(['copy', ...Object.entries(files).flat()], sqlite)).rejects.toThrow(
        'The trigger forget is not part of schema',
      )
    },
  )

  it('service:admin copy names both databases without their passwords', async () => {
    const target = await server.createDatabase()
    const [report] = await admin(['copy', '--from', sqlite], target)
    const { username, host, pathname, password } = new URL(target)
    expect(report).toMatchObject({
      from: { database: sqlite },
      to: { database: `postgres://${username}@${host}${pathname}` },
    })
    expect(JSON.stringify(report)).not.toContain(password)
  })

  it('copy refuses to run without an explicit target', async () => {
    const home = join(folder, 'home')
    await expect(runAdmin(['copy', '--from', sqlite], { XDG_DATA_HOME: home }, silentOutput)).rejects.toThrow(
      'The target database is missing',
    )
    expect(existsSync(home)).toBe(false)
    const lines: string[] = []
    const output = { ...silentOutput, print: (line: string) => lines.push(line) }
    await runAdmin(['copy', '--from', sqlite], { LINKWRIGHT_DATA: home }, output)
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { equal: true, to: { database: `sqlite://${join(home, 'links.sqlite')}` } },
    ])
  })

  it.each([
    ['a missing source', [], "required option '--from <URL>' not specified"],
    ['the same database twice', ['--from', 'sqlite:///tmp/a', '--to', 'sqlite:///tmp/a'], 'same database'],
    ['a missing file', ['--from', 'sqlite:///nowhere/links.sqlite'], 'no database at'],
    ['another scheme', ['--from', 'mysql://user:secret@host/database'], '--from must be'],
  ])('service:admin copy refuses %s without quoting a password', async (_what, args, sentence) => {
    const refusal = await admin(['copy', ...args], postgres).catch((error: unknown) => String(error))
    expect(refusal).toContain(sentence)
    expect(refusal).not.toContain('secret')
  })
})
