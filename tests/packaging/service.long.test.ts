import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { extract } from 'tar'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../package.json' with { type: 'json' }
import { packArchive, packService } from '../../scripts/package/serviceArchive.ts'
import type { Bom } from '../../scripts/package/billOfMaterials.ts'
import { bareEnv } from '../bareEnv.ts'
import { makeCertificate, opensslMissing } from '../service/http/certificate.ts'
import { findPostgres, postgresMissing, serverAccount } from '../service/postgres/binaries.ts'
import { sharePostgres } from '../service/postgres/shared.ts'
import { signals } from '../signals.ts'
import { root } from './pack.ts'

const name = `linkwright-service-${manifest.version}`

let folder: string
let releaseFiles: string[]
let unpacked: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'linkwright-release-'))
  releaseFiles = await packService(root, join(folder, 'first'))
  await extract({ file: releaseFiles[0] ?? '', cwd: folder })
  unpacked = join(folder, name)
})
afterAll(() => rmSync(folder, { recursive: true }))

const hashFile = (file: string) => hash('sha256', readFileSync(file))
const readDeployFile = (file: string) => readFileSync(join(unpacked, 'service', 'deploy', file), 'utf8')

/** Runs a command of the unpacked archive, as `npm run` does there. Rejects with its output if it fails. */
function run(args: string[], variables: Record<string, string>): string {
  return execFileSync(process.execPath, args, {
    cwd: unpacked,
    env: { ...bareEnv, ...variables },
    encoding: 'utf8',
  })
}

/** Starts the service of the archive with its own flags. Returns its origin and how to end it. */
async function start(variables: Record<string, string>) {
  const { scripts } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as typeof manifest
  const args = scripts.service.split(' ').slice(1)
  const child = spawn(process.execPath, [...signals.flags, ...args], {
    cwd: unpacked,
    env: { ...bareEnv, PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'inherit', ...signals.stdio],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exited = once(child, 'exit')
  let output = ''
  child.stdout?.on('data', (text: Buffer) => (output += text.toString()))
  await expect.poll(() => output).toMatch(/API at http/)
  const stop = async () => {
    signals.send(child, 'SIGTERM')
    const [code] = (await exited) as [number | null]
    return code
  }
  return { origin: /API at (https?:\S+?)\/api/.exec(output)?.[1] ?? '', stop }
}

describe('the archive of the service', () => {
  test('the archive of the service runs without npm, creates a project and a link, and opens the link', async () => {
    const data = { LINKWRIGHT_DATA: join(folder, 'data') }
    const { key } = JSON.parse(run(['service/admin/start.js', 'project', 'create', 'Shop'], data)) as {
      key: string
    }
    const service = await start(data)
    const created = await fetch(`${service.origin}/api/v1/sdk/generate_link`, {
      method: 'POST',
      headers: { 'project-key': key, environment: 'production', 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Hello', desktop_custom_redirect: { url: 'https://example.com/' } }),
    })
    const { link } = (await created.json()) as { link: string }
    const opened = await fetch(link, {
      redirect: 'manual',
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)' },
    })
    expect(opened.headers.get('location')).toBe('https://example.com/')
    expect(await service.stop()).toBe(0)
  })

  test('the archive of the service has what the service needs and nothing of the app, the tests and the tools', () => {
    expect(readdirSync(unpacked).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'contract',
      'docs',
      'node_modules',
      'package.json',
      'service',
      'sqlite',
    ])
    const packages = readdirSync(join(unpacked, 'node_modules'))
    expect(packages).toContain('fastify')
    for (const unrelatedPackage of ['electron', 'keytar', 'react', 'vitest', 'typescript', 'undici'])
      expect(packages).not.toContain(unrelatedPackage)
    const packageFiles = readdirSync(join(unpacked, 'node_modules'), { recursive: true, encoding: 'utf8' })
    expect(packageFiles.filter((file) => /\.([cm]?ts|map)$/.test(file))).toEqual([])
  })

  test('links in the archive’s operators’ documents lead to files in the archive', () => {
    const documents = ['operating.md', 'production.md', ...readdirSync(join(root, 'docs/operating'))].map(
      (name) => (existsSync(join(unpacked, 'docs', name)) ? `docs/${name}` : `docs/operating/${name}`),
    )
    const targets = documents.flatMap((file) =>
      [...readFileSync(join(unpacked, file), 'utf8').matchAll(/\]\((?!\w+:)([\w./-]+)/g)].map(
        ([, target = '']) => `${file} → ${join(file, '..', target)}`,
      ),
    )
    expect(targets.length).toBeGreaterThan(40)
    expect(targets.filter((target) => !existsSync(join(unpacked, target.split(' → ')[1] ?? '')))).toEqual([])
  })

  test('the archive of the service is identical byte for byte if the commit is built again', async () => {
    const secondArchive = await packArchive(root, join(folder, 'again'))
    expect(hashFile(secondArchive)).toBe(hashFile(releaseFiles[0] ?? ''))
  })

  test('the archive of the service has checksums and a bill of materials that names each package in it', () => {
    const [archive = '', billOfMaterials = '', checksumsFile = ''] = releaseFiles
    expect(readFileSync(checksumsFile, 'utf8')).toBe(
      `${hashFile(billOfMaterials)}  ${name}.cdx.json\n${hashFile(archive)}  ${name}.tar.gz\n`,
    )
    const { components, metadata } = JSON.parse(readFileSync(billOfMaterials, 'utf8')) as Bom
    expect(metadata.component['name']).toBe('Linkwright service')
    const listedPackages = new Set(
      components.map((component) => component.purl.split('/').slice(1).join('/')),
    )
    for (const prefix of ['fastify@', 'pg@', 'zod@'])
      expect(
        [...listedPackages].some((purl) => purl.startsWith(prefix)),
        prefix,
      ).toBe(true)
    expect([...listedPackages].some((purl) => purl.startsWith('electron@'))).toBe(false)
  })
})

describe('the unit for systemd', () => {
  const withoutSystemd = spawnSync('systemd-analyze', ['--version']).status !== 0

  test('the unit for systemd starts the same file with the same flags as npm run service', () => {
    const [, command = ''] = /^ExecStart=\S+\/node (.*)$/m.exec(readDeployFile('linkwright.service')) ?? []
    expect(`node ${command}`).toBe(manifest.scripts.service)
    expect(readDeployFile('linkwright.service')).toMatch(/^ExecReload=\/bin\/kill -HUP \$MAINPID$/m)
  })

  test
    .skipIf(withoutSystemd)
    .each([
      'linkwright.service',
      'linkwright.socket',
      'linkwright@4681.service',
      'linkwright-backup.timer',
      'linkwright-pg-backup.timer',
    ])('%s has no setting that systemd does not know', (unit) => {
    // systemd also verifies the unit that a timer starts, and the template of an instance.
    const file = join(unpacked, 'service', 'deploy', unit)
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    const ownLines = stderr.split('\n').filter((line) => line.includes('linkwright'))
    // On the test machine, Node may be elsewhere.
    expect(ownLines.filter((line) => !line.includes('/usr/bin/node is not executable'))).toEqual([])
  })

  /** Expects a unit for backups to have the user and folder of the service. Returns its command, for another folder. */
  const readBackupCommand = (name: string, backups: string): string[] => {
    const unit = readDeployFile(name)
    for (const line of [/^User=.*$/m, /^WorkingDirectory=.*$/m])
      expect(line.exec(unit)?.[0]).toBe(line.exec(readDeployFile('linkwright.service'))?.[0])
    expect(unit).toMatch(/^UMask=0077$/m)
    const [, command = ''] = /^ExecStart=\S+\/node (.*)$/m.exec(unit) ?? []
    return command.split(' ').map((word) => (word === '/var/lib/linkwright-backups' ? backups : word))
  }

  test('the unit for backups runs a command of the archive, as the user of the service', () => {
    const data = { LINKWRIGHT_DATA: join(folder, 'saved') }
    const backups = join(folder, 'backups')
    mkdirSync(backups)
    run(['service/admin/start.js', 'project', 'create', 'Shop'], data)
    const output = run(readBackupCommand('linkwright-backup.service', backups), data)
    expect(JSON.parse(output)).toMatchObject({ projects: 1, deleted: [] })
    expect(readdirSync(backups)).toHaveLength(1)
    const [setting, sameSetting] = ['linkwright-backup.service', 'linkwright.service'].map(
      (unit) => /LINKWRIGHT_DATA=\S+/m.exec(readDeployFile(unit))?.[0],
    )
    expect(setting).toBe(sameSetting)
  })

  test.skipIf(postgresMissing() !== null)(
    'the unit for backups of PostgreSQL runs a command of the archive, which also restores the backup as a test',
    async () => {
      const postgres = await sharePostgres()
      onTestFinished(() => postgres.remove())
      const backups = join(folder, 'postgres-backups')
      mkdirSync(backups)
      const path = `${findPostgres() ?? ''}:${process.env['PATH'] ?? ''}`
      const variables = { DATABASE_URL: await postgres.createDatabase(), PATH: path }
      run(['service/admin/start.js', 'project', 'create', 'Shop'], variables)
      // PostgreSQL's programs, with which a restore is tested, don't run as root.
      const account = serverAccount()
      if (account) {
        chownSync(backups, account.uid, account.gid)
        execFileSync('chmod', ['-R', 'a+rX', folder])
      }
      const command = readBackupCommand('linkwright-pg-backup.service', backups)
      expect(command).toContain('--test-every')
      const output = execFileSync(process.execPath, command, {
        ...{ cwd: unpacked, env: { ...bareEnv, ...variables }, encoding: 'utf8' },
        ...account,
      })
      const [backup, tested, ...others] = output.trim().split('\n')
      expect(JSON.parse(backup ?? '')).toMatchObject({ projects: 1, deleted: [] })
      expect(JSON.parse(tested ?? '')).toMatchObject({ projects: 1 })
      expect(others).toEqual([])
      expect(readdirSync(backups).filter((name) => name.endsWith('.dump'))).toHaveLength(1)
      const doctor = spawnSync(process.execPath, ['service/admin/start.js', 'doctor'], {
        ...{ cwd: unpacked, env: { ...bareEnv, ...variables, PORT: '0' }, encoding: 'utf8' },
      })
      expect(doctor.stdout).not.toContain('None was restored as a test yet')
    },
  )
})

// Windows has no such shell.
test.skipIf(process.platform === 'win32')(
  'the operators’ command uses the unit’s settings without showing them as arguments',
  () => {
    const fakePrograms = join(folder, 'played')
    mkdirSync(fakePrograms)
    const writeFakeProgram = (command: string, script: string) =>
      writeFileSync(join(fakePrograms, command), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    const url = 'postgres://linkwright:secret@database.example/*?sslmode=require'
    const settings = `LINK_ORIGIN=https://links.example.com DATABASE_URL=${url}`
    writeFakeProgram(
      'systemctl',
      `case "$*" in *=Environment\\ *) echo '${settings}' ;; *User*) echo linkwright ;; esac`,
    )
    writeFakeProgram('runuser', `printf '%s\\n' "$@" "$LINK_ORIGIN" "$DATABASE_URL"`)
    const command = join(unpacked, 'service', 'deploy', 'linkwright')
    const output = execFileSync(command, ['project', 'create', 'Web shop'], {
      env: { PATH: `${fakePrograms}:${process.env['PATH'] ?? ''}` },
      encoding: 'utf8',
    })
    expect(output.trim().split('\n')).toEqual([
      ...[
        '--user',
        'linkwright',
        '--',
        '/usr/bin/node',
        '--use-system-ca',
        '/opt/linkwright/service/admin/start.js',
      ],
      ...['project', 'create', 'Web shop', 'https://links.example.com', url],
    ])
  },
)

// Windows has no such shell.
test.skipIf(process.platform === 'win32')(
  'the hook for certbot copies a renewed certificate to the folder that the operators’ document names, then reloads',
  () => {
    const fakePrograms = join(folder, 'hook')
    mkdirSync(fakePrograms)
    for (const command of ['install', 'systemctl'])
      writeFileSync(join(fakePrograms, command), `#!/bin/sh\necho "${command} $@"\n`, { mode: 0o755 })
    const output = execFileSync(join(unpacked, 'service', 'deploy', 'certbot-hook'), {
      env: {
        PATH: `${fakePrograms}:${process.env['PATH'] ?? ''}`,
        RENEWED_LINEAGE: '/etc/letsencrypt/live/go.example.com',
      },
      encoding: 'utf8',
    })
    const source = '/etc/letsencrypt/live/go.example.com'
    const destination = '/etc/linkwright/domains/go.example.com'
    expect(output.trim().split('\n')).toEqual([
      `install --directory --owner=linkwright --mode=0500 ${destination}`,
      `install --owner=linkwright --mode=0400 ${source}/fullchain.pem ${source}/privkey.pem ${destination}/`,
      'systemctl reload linkwright',
    ])
    expect(readFileSync(join(unpacked, 'docs/operating.md'), 'utf8')).toContain('/etc/linkwright/domains/')
  },
)

describe('the container', () => {
  /** The Dockerfile's health check and start command. */
  const commands = () =>
    [...readDeployFile('Dockerfile').matchAll(/^\s*CMD (\[.*\])$/gm)].map(
      ([, list = '']) => JSON.parse(list) as string[],
    )

  test('the Dockerfile is valid and starts the same command as npm run service', () => {
    expect(validate(readDeployFile('Dockerfile'))).toEqual([])
    const [, startCommand] = commands()
    expect(startCommand?.join(' ')).toBe(manifest.scripts.service)
    expect(readDeployFile('Dockerfile')).toMatch(/^USER node$/m)
  })

  test('the container contains the archive without its documents, and no other file of the folder, such as an .env', () => {
    const copiedPaths = [...readDeployFile('Dockerfile').matchAll(/^COPY (.*) \S+$/gm)].flatMap(
      ([, paths = '']) => paths.split(' '),
    )
    expect([...copiedPaths, 'CHANGELOG.md', 'docs'].sort()).toEqual(readdirSync(unpacked).sort())
  })

  test.each([
    ['behind a proxy', false],
    ['with its own TLS', true],
  ])('the container is healthy only while the service answers %s', async (_way, isTls) => {
    if (isTls && opensslMissing() !== null) return
    const [check = []] = commands()
    const { cert, key } = isTls ? makeCertificate(folder) : { cert: '', key: '' }
    const variables = { TLS_CERT: cert, TLS_KEY: key }
    const service = await start({ LINKWRIGHT_DATA: join(folder, 'healthy'), ...variables })
    const { port, protocol } = new URL(service.origin)
    expect(protocol).toBe(isTls ? 'https:' : 'http:')
    const checkHealth = () =>
      spawnSync(process.execPath, check.slice(1), {
        cwd: unpacked,
        env: { ...bareEnv, ...variables, PORT: port },
      }).status
    expect(checkHealth()).toBe(0)
    await service.stop()
    expect(checkHealth()).toBe(1)
  })

  interface Compose {
    name: string
    services: Record<'service' | 'database' | 'caddy', Record<string, unknown>>
    volumes: Record<string, unknown>
  }
  const composeText = () => readDeployFile('compose.yaml')

  test('compose.yaml runs the image of the release with PostgreSQL, valid variables and a read-only root', () => {
    const { name, services, volumes } = parse(composeText()) as Compose
    expect(Object.keys(services)).toEqual(['service', 'database', 'caddy'])
    expect(services.service).toMatchObject({ read_only: true, ports: ['127.0.0.1:4680:4680'] })
    expect(services.service['image']).toMatch(/:\$\{LINKWRIGHT_VERSION:\?/)
    expect(services.caddy['profiles']).toEqual(['tls'])
    const help = run(['service/start.js', '--help'], {})
    for (const variable of Object.keys(services.service['environment'] ?? {}))
      expect(help).toContain(`  ${variable} `)
    // Data of earlier setups is in the volume linkwright_database.
    expect([name, services.database['volumes']]).toEqual([
      'linkwright',
      ['database:/var/lib/postgresql/data'],
    ])
    expect(volumes).toMatchObject({ database: null })
  })

  test('sample.env names every variable of compose.yaml, and the version of the archive', () => {
    const sample = readDeployFile('sample.env')
    const names = [...composeText().matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
    expect(names.length).toBeGreaterThan(4)
    for (const name of names.filter((name) => name !== 'LINKWRIGHT_IMAGE'))
      expect(sample).toMatch(new RegExp(`^#?${name}=`, 'm'))
    expect(sample).toContain(`\nLINKWRIGHT_VERSION=${manifest.version}\n`)
  })

  test('the workflow publishes the image that compose.yaml runs', () => {
    const workflow = readFileSync(join(root, '.github/workflows/image.yml'), 'utf8')
    const [, expression = ''] = /image=\$\(sed -n '(.*)' service/.exec(workflow) ?? []
    const image = execFileSync('sed', ['-n', expression, 'service/deploy/compose.yaml'], { cwd: unpacked })
    expect(image.toString().trim()).toBe(/LINKWRIGHT_IMAGE:-([\w./-]+)\}/.exec(composeText())?.[1])
  })

  const builder = spawnSync('docker', ['info'], { encoding: 'utf8' })
  test.skipIf(builder.status !== 0)(
    'the container is built, runs without root, and ends normally',
    async () => {
      const tag = `linkwright-service-test-${process.pid}`
      const docker = (...args: string[]) =>
        execFileSync('docker', args, { cwd: unpacked, encoding: 'utf8' }).trim()
      docker('build', '--quiet', '--file', 'service/deploy/Dockerfile', '--tag', tag, '.')
      onTestFinished(() => void docker('image', 'rm', '--force', tag))
      const variables = ['--env', 'LINK_ORIGIN=https://links.example.com', '--env', 'BEHIND_PROXY=1']
      const id = docker('run', '--detach', '--read-only', '--tmpfs', '/tmp', ...variables, tag)
      onTestFinished(() => void docker('rm', '--force', '--volumes', id))
      await expect.poll(() => docker('inspect', '--format', '{{.State.Health.Status}}', id)).toBe('healthy')
      expect(docker('exec', id, 'id', '--user')).not.toBe('0')
      docker('stop', id)
      expect(docker('inspect', '--format', '{{.State.ExitCode}}', id)).toBe('0')
    },
  )
})
