import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** Another program that opens a database, reads it and closes it while its owner is running. */
export interface Reader {
  name: string
  /** Why it isn't available on this machine; `null` if it is. */
  missing: string | null
  /** Returns the number of rows in a table. */
  count: (file: string, table: string) => number
}

const shell: Reader = {
  name: 'the sqlite3 shell',
  missing: shellMissing(),
  count: (file, table) =>
    Number(execFileSync('sqlite3', [file, `select count(*) from ${table}`], { encoding: 'utf8' })),
}

const script = `
  const { DatabaseSync } = require('node:sqlite')
  const [file, table] = process.argv.slice(1)
  const database = new DatabaseSync(file)
  console.log(Object.values(database.prepare('SELECT count(*) FROM ' + table).get())[0])
  database.close()`

const node: Reader = {
  name: 'another Node',
  missing: null,
  count: (file, table) =>
    Number(execFileSync(process.execPath, ['-e', script, file, table], { encoding: 'utf8' })),
}

export const readers = [shell, node]

function shellMissing(): string | null {
  try {
    execFileSync('sqlite3', ['--version'], { stdio: 'ignore' })
    return null
  } catch {
    return 'no sqlite3 here: install it'
  }
}

/** Returns why locks can't be read on this machine; `null` if they can. */
export function locksMissing(): string | null {
  try {
    readFileSync('/proc/locks')
    return null
  } catch {
    return 'locks are shown by Linux alone'
  }
}

/** Returns how many POSIX locks a process holds on a file (proc(5), /proc/locks). */
export function locksOn(file: string, pid: number): number {
  const lockPattern = new RegExp(` POSIX .* ${pid} [0-9a-f]+:[0-9a-f]+:${statSync(file).ino} `)
  const lines = readFileSync('/proc/locks', 'utf8').split('\n')
  return lines.filter((line) => lockPattern.test(line)).length
}
