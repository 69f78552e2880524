import { execFile } from 'node:child_process'
import { hash, randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres, serverAccount } from './binaries.ts'
import { clusterOf, runProgram } from './control.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** The owner of the tests' databases. */
export const user = 'linkwright'

/** An empty folder that belongs to the server's account. */
export function makeHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'linkwright-postgres-'))
  const account = serverAccount()
  if (account) chownSync(home, account.uid, account.gid)
  return home
}

/**
 * Creates a cluster in a server's folder. Resolves with the password of `user`. Copies a cluster that these programs
 * created earlier, which takes a tenth of the CPU time.
 */
export async function makeCluster(home: string): Promise<string> {
  // Windows has no `cp`.
  if (process.platform === 'win32') return await initialize(home)
  const template = templateFolder()
  if (!existsSync(template)) await makeTemplate(template)
  await copy(clusterOf(template), clusterOf(home))
  return readFileSync(join(template, 'password'), 'utf8')
}

/** Named after the programs that created it. */
function templateFolder(): string {
  const programs = findPostgres() ?? ''
  const { mtimeMs, size } = statSync(join(programs, 'initdb'))
  const name = hash('sha256', [programs, mtimeMs, size, serverAccount()?.uid].join()).slice(0, 16)
  return join(root, 'node_modules', '.cache', 'postgres', name)
}

/** Several test processes may create one at once: the first one's is used. */
async function makeTemplate(template: string): Promise<void> {
  const home = makeHome()
  const password = await initialize(home)
  const newTemplate = `${template}-${randomBytes(6).toString('hex')}`
  mkdirSync(newTemplate, { recursive: true })
  await copy(clusterOf(home), clusterOf(newTemplate))
  rmSync(home, { recursive: true })
  writeFileSync(join(newTemplate, 'password'), password, { mode: 0o600 })
  try {
    renameSync(newTemplate, template)
  } catch (error) {
    rmSync(newTemplate, { recursive: true })
    if (!existsSync(template)) throw error
  }
}

/** Keeps the owner of each file. */
async function copy(source: string, target: string): Promise<void> {
  await promisify(execFile)('cp', ['-Rp', source, target])
}

async function initialize(home: string): Promise<string> {
  const password = randomBytes(12).toString('hex')
  const passwordFile = join(home, 'password')
  writeFileSync(passwordFile, password)
  const options = ['--auth=scram-sha-256', `--pwfile=${passwordFile}`, '--encoding=UTF8', '--locale=C']
  await runProgram('initdb', '-D', clusterOf(home), '-U', user, '--no-sync', ...options)
  rmSync(passwordFile)
  return password
}
