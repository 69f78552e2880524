import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { apiPrefix, headers } from '../../../../contract/service/api/headers.ts'
import { describeServiceSide } from '../../../../renderer/features/record/operatorCommands.ts'
import { startEmbedded } from '../../../../service/embedded/embedded.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')

const createProfile = (changes: object) => ({
  kind: 'remote' as const,
  name: 'Acme',
  baseUrl: 'https://api.acme.example/api/v1/sdk',
  defaults: 'ours' as const,
  ...changes,
})

it.skipIf(process.platform === 'win32')(
  'the displayed commands deactivate and reactivate a link while the service runs',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "linkwright it's "))
    const service = await startEmbedded({ folder, port: 0 })
    try {
      const { key } = await service.createProject('commands')
      const requestHeaders = { [headers.projectKey]: key, [headers.environment]: 'production' }
      const response = await fetch(`${service.origin}${apiPrefix}/generate_link`, {
        method: 'POST',
        headers: { ...requestHeaders, 'Content-Type': 'application/json' },
        body: '{"title":"Summer sale"}',
      })
      const { link } = (await response.json()) as { link: string }
      const serviceSide = describeServiceSide(
        createProfile({ kind: 'embedded', baseUrl: service.origin + apiPrefix }),
        link,
        folder,
      )
      const run = async (does: string) => {
        const command = serviceSide.commands.find((each) => each.does === does)?.command ?? 'false'
        const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` }
        return (await promisify(execFile)('sh', ['-c', command], { cwd: root, env })).stdout
      }
      const status = async () => (await fetch(link)).status
      expect(await status()).toBe(200)
      expect(await run('Show everything stored')).toContain('Summer sale')
      await run('Switch it off')
      await expect.poll(status).toBe(410)
      await run('Switch it back on')
      await expect.poll(status).toBe(200)
    } finally {
      await service.stop()
      await rm(folder, { recursive: true })
    }
  },
)

it('a remote Linkwright service is managed by its operator', () => {
  const { who, commands } = describeServiceSide(createProfile({}), 'https://go.acme.example/Ab3', '/data')
  expect(who).toContain('api.acme.example')
  expect(commands.map(({ command }) => command)).toContain(
    'linkwright link deactivate https://go.acme.example/Ab3',
  )
})

it('a third-party service has a contact and no commands', () => {
  const { who, commands } = describeServiceSide(
    createProfile({ defaults: 'unknown' }),
    'https://go.acme.example/Ab3',
    '/data',
  )
  expect(who).toContain('whoever runs the service')
  expect(who).toContain('api.acme.example')
  expect(commands).toEqual([])
})

it('a link from another service is quoted as one shell argument', () => {
  const link = 'https://go.acme.example/a;rm -rf $HOME`x`'
  const { commands } = describeServiceSide(createProfile({}), link, '/data')
  for (const { command } of commands) expect(command.endsWith(` '${link}'`)).toBe(true)
})
