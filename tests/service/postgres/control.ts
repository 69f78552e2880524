import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findPostgres, postgresMissing, serverAccount } from './binaries.ts'

/** The database cluster's folder inside a server's folder. */
export const clusterOf = (home: string) => join(home, 'cluster')

/** Runs `pg_ctl` on the server in this folder. Rejects with its output. */
export function pgCtl(home: string, ...args: string[]): Promise<void> {
  return runProgram('pg_ctl', '-D', clusterOf(home), '-l', join(home, 'server.log'), '-s', '-w', ...args)
}

/** Runs one of PostgreSQL's programs as an account that it accepts. Rejects with its output. */
export function runProgram(program: string, ...args: string[]): Promise<void> {
  const folder = findPostgres()
  if (folder === null) return Promise.reject(new Error(postgresMissing() ?? ''))
  return new Promise((resolve, reject) => {
    execFile(join(folder, program), args, { cwd: folder, ...serverAccount() }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`, { cause: error }))
      else resolve()
    })
  })
}

/**
 * Suspends or resumes every process of the server: connections stay open, and the kernel accepts new ones, but none is
 * answered.
 */
export async function signalServer(home: string, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const [main = ''] = readFileSync(join(clusterOf(home), 'postmaster.pid'), 'utf8').split('\n')
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid='])
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/))
  const children = processes.flatMap(([pid = '', parent]) => (parent === main ? [pid] : []))
  // The main process first, so that it starts no others meanwhile.
  for (const pid of [main, ...children]) process.kill(Number(pid), signal)
}
