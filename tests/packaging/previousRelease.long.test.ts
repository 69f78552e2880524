import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { bareEnv } from '../bareEnv.ts'
import { freePort } from '../service/postgres/server.ts'
import { runSql } from '../service/store/olderSchema.ts'
import { root } from './pack.ts'

const firstNewMigration = 'service/store/sqlite/migrations/012-daily-changes.ts'
const previousSchema = 11

/** Returns the last commit before the schema of this release; `null` without the repository's history. */
function findPreviousRelease(): string | null {
  const log = ['log', '--diff-filter=A', '--format=%P', '--', firstNewMigration]
  const parent = spawnSync('git', log, { cwd: root, encoding: 'utf8' }).stdout.trim()
  const exists = spawnSync('git', ['cat-file', '-e', `${parent}^{commit}`], { cwd: root }).status === 0
  return parent !== '' && exists ? parent : null
}

const previous = process.platform === 'win32' ? null : findPreviousRelease()
if (previous === null)
  console.warn('The upgrade from the release before is skipped: it isn’t in the history.')

describe.skipIf(previous === null)('an upgrade from the release before', () => {
  let folder: string
  let old: string
  let variables: NodeJS.ProcessEnv
  let url: string
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'linkwright-upgrade-'))
    old = join(folder, 'old')
    mkdirSync(old)
    const parts = ['package.json', 'contract', 'service', 'core', 'docs']
    const archive = execFileSync('git', ['archive', previous ?? '', ...parts], {
      ...{ cwd: root, maxBuffer: 512 * 1_048_576 },
    })
    execFileSync('tar', ['--extract', '--directory', old], { input: archive })
    symlinkSync(join(root, 'node_modules'), join(old, 'node_modules'))
    url = `sqlite://${join(folder, 'links.sqlite')}`
    const port = String(await freePort())
    variables = { ...bareEnv, DATABASE_URL: url, PORT: port, LINK_ORIGIN: `http://127.0.0.1:${port}` }
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const runTool = (release: string, ...args: string[]) =>
    spawnSync(process.execPath, ['service/admin/start.js', ...args], {
      ...{ cwd: release, env: variables, encoding: 'utf8' },
    })
  /** Starts the service of a release. Resolves with its exit code if it doesn't start. */
  async function start(release: string) {
    const flags = manifest.scripts.service.split(' ').slice(1)
    const child = spawn(process.execPath, flags, {
      ...{ cwd: release, env: variables, stdio: ['ignore', 'pipe', 'pipe'] },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (output += text.toString()))
    const exited = once(child, 'exit')
    await expect.poll(() => child.exitCode !== null || /API at http/.test(output)).toBe(true)
    const stop = async () => {
      child.kill('SIGTERM')
      await exited
    }
    return { isStarted: child.exitCode === null, output: () => output, stop }
  }
  const visit = async (link: string) =>
    (await fetch(link, { redirect: 'manual', headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' } }))
      .status
  const create = async (key: string) => {
    const response = await fetch(`${variables['LINK_ORIGIN']}/api/v1/sdk/generate_link`, {
      method: 'POST',
      headers: { 'project-key': key, environment: 'production', 'content-type': 'application/json' },
      body: JSON.stringify({ desktop_custom_redirect: { url: 'https://example.com/' } }),
    })
    return ((await response.json()) as { link: string }).link
  }
  const readSchema = async () => Number((await runSql(url, 'PRAGMA user_version'))[0]?.['user_version'])

  test('commands of the new release leave the old one running and able to start, until the new service starts', async () => {
    const { project, key } = JSON.parse(runTool(old, 'project', 'create', 'Shop').stdout) as {
      project: string
      key: string
    }
    const running = await start(old)
    const link = await create(key)
    expect(await visit(link)).toBe(302)
    const path = new URL(link).pathname.slice(1)
    const backups = join(folder, 'backups')
    const reading = [
      ...[
        ['project', 'list'],
        ['key', 'list', project],
        ['link', 'list', project, '--since', '90d'],
      ],
      ...[['link', 'show', path], ['link', 'history', path], ['visits', path], ['audit']],
      ...[
        ['app', 'list', project],
        ['project', 'export', project, join(folder, 'shop.jsonl')],
      ],
      ...[['backup', backups], ['doctor']],
    ]
    for (const args of reading) {
      const { status, stderr } = runTool(root, ...args)
      // The doctor reports findings of this machine with another status.
      expect([args, args[0] === 'doctor' ? stderr.includes('Error') : status !== 0]).toEqual([args, false])
      expect([args, await readSchema()]).toEqual([args, previousSchema])
    }
    expect(existsSync(join(folder, 'shop.jsonl')) && existsSync(backups)).toBe(true)
    const writing = [
      ...[
        ['project', 'create', 'New'],
        ['key', 'add', project, '--name', 'shop'],
      ],
      ...[
        ['link', 'deactivate', path],
        ['link', 'erase', path, '--yes'],
        ['project', 'query', project, 'on'],
      ],
    ]
    for (const args of writing) {
      const { status, stderr } = runTool(root, ...args)
      expect([args, status, stderr]).toEqual([args, 2, expect.stringContaining('The database has schema 11')])
      expect([args, await readSchema()]).toEqual([args, previousSchema])
    }
    expect(await visit(await create(key))).toBe(302)
    await running.stop()

    const restarted = await start(old)
    expect(restarted.isStarted, restarted.output()).toBe(true)
    expect(await visit(link)).toBe(302)
    await restarted.stop()

    const upgraded = await start(root)
    expect(upgraded.isStarted, upgraded.output()).toBe(true)
    expect(await readSchema()).toBeGreaterThan(previousSchema)
    expect([await visit(link), await visit(await create(key))]).toEqual([302, 302])
    expect(runTool(root, 'link', 'deactivate', path).status).toBe(0)
    await upgraded.stop()

    const refused = await start(old)
    expect(refused.isStarted).toBe(false)
    expect(refused.output()).toContain('newer')
  })
})
